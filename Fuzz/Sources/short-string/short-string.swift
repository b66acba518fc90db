import ArcaCore
import ArcaCompression
import FuzzSupport

/// Any short string is restored or rejected; compressing adds at most one byte and is reversible.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let kind = input.choose([nil] + ShortStringKind.allCases.map { Optional($0) })
    let most = 1 << Int(input.byte() & 15)
    let bytes = input.bytes
    let small = ShortString.compress(bytes, kind: kind)
    check(small.count <= bytes.count + 1, "at most a byte longer")
    check((try? ShortString.decompress(small)) == bytes, "compressed, then restored")
    let limits = InflateLimits(maximumByteCount: most, maximumRatio: nil)
    guard let restored = try? ShortString.decompress(bytes, limits: limits) else { return 0 }
    check(restored.count <= most, "the limit holds")
    // Each string has only one number in a model.
    guard case .model(let kind) = ShortString.method(of: bytes), !restored.isEmpty else { return 0 }
    let again = ShortString.results(of: restored).first { $0.method == .model(kind) }
    check(again?.byteCount == bytes.count, "the model encodes it to as many bytes")
    return 0
}
