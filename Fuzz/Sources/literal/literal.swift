import ArcaCodecs
import ArcaCore
import FuzzSupport

/// Lists of numbers as source code, in both directions.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    checkCodec(input.choose([ByteLiteral.c, .swift]), input.bytes, isCanonical: false)
    return 0
}
