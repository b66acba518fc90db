import ArcaCodecs
import ArcaCore
import FuzzSupport

/// Percent-encoding with every set of characters, both ways.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    var codec = input.choose([PercentEncoding.component, .form, .path, .pathSegment, .query])
    if input.byte() % 2 == 0 { codec = codec.allowing(.mixedAlphabets) }
    checkCodec(codec, input, isCanonical: false)
    return 0
}
