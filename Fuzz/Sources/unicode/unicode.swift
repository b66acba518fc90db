import ArcaCodecs
import ArcaCore
import FuzzSupport

/// Escapes in every format, in both directions.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let form = input.choose(UnicodeEscape.Form.allCases)
    var codec = UnicodeEscape(form: form, escapesAll: input.byte() % 2 == 0)
    if input.byte() % 2 == 0 { codec = codec.allowing(.mixedAlphabets) }
    checkCodec(codec, input, isCanonical: false)
    return 0
}
