import ArcaCrypto
import ArcaTestSupport

extension Array where Element == UInt8 {
    /// `count` consecutive numbers from `first`.
    init(from first: Int, _ count: Int) { self = (first..<first + count).map { UInt8(truncatingIfNeeded: $0) } }
}

extension SymmetricKey {
    init(hex text: String) { self.init(copying: hex(text)) }
}
