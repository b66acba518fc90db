import ArcaCodecs
import ArcaCore
import FuzzSupport

/// Quoted-printable, encoded words, parameters and media types.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let choice = input.byte()
    let strictness = input.choose([Strictness.strict, .lenient])
    let bytes = input.bytes
    switch choice % 5 {
    case 0: checkCodec(QuotedPrintable.binary, input, isCanonical: false)
    case 1: _ = try? QuotedPrintable.standard.allowing(.lenient).decode(bytes)
    case 2: checkEncodedWord(bytes, strictness)
    case 3:
        if let parameters = try? HeaderParameters(bytes, strictness: strictness) {
            if let text = try? parameters.encoded() {
                let again = try? HeaderParameters(text.utf8)
                check(again?.all.map(\.value) == parameters.all.map(\.value), "encoded, then decoded")
            }
        }
    default:
        if let type = try? MediaType(bytes, strictness: strictness) { _ = type.description }
        let text = String(decoding: bytes, as: UTF8.self)
        if let type = MediaType(sniffing: text) {
            check(MediaType(sniffing: type.description) == type, "written, then read")
        }
    }
    return 0
}

private func checkEncodedWord(_ bytes: [UInt8], _ strictness: Strictness) {
    for context in [EncodedWord.Context.text, .phrase, .comment] {
        _ = try? EncodedWord.decode(bytes, context: context, strictness: strictness)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    // At other columns a long word may begin with a fold, and its space belongs to the field, not to the text.
    guard let encoded = try? EncodedWord.encode(text) else { fatalError("any text is encoded") }
    check(encoded.utf8.allSatisfy { $0 < 0x80 }, "header fields are ASCII")
    check((try? EncodedWord.decode(encoded))?.utf8.elementsEqual(text.utf8) ?? false, "encoded, then decoded")
}
