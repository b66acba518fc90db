import ArcaCrypto
import ArcaTestSupport

extension Array where Element == UInt8 {
    /// The numbers from `first` up, `count` of them.
    init(from first: Int, _ count: Int) { self = (first..<first + count).map { UInt8(truncatingIfNeeded: $0) } }
}

extension SymmetricKey {
    /// A key from hexadecimal digits.
    init(hex text: String) { self.init(copying: hex(text)) }
}
