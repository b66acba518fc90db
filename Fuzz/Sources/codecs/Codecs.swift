import Arca
import FuzzSupport

/// Every codec of the catalog, strict and lenient: any text may be rejected, and encoded text decodes again.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let codec = input.choose(Codec.all)
    let (choice, cut) = (input.byte(), Int(input.byte()))
    let bytes = input.bytes
    checkDecoding(codec, bytes, choice, cut)
    checkEncoding(codec, bytes, choice)
    return 0
}

/// The codec's required options, and one more selected by a byte.
private func options(_ codec: Codec, _ direction: Codec.Direction, _ choice: UInt8) -> Codec.Options {
    var options: Codec.Options = [:]
    if let requirement = codec.requirement(for: direction) {
        let number = requirement.option.kind == .text ? nil : Int(requirement.example)
        options[requirement.option] = number.map(Codec.Value.number) ?? .text(requirement.example)
    }
    let all = codec.options(for: direction)
    guard !all.isEmpty else { return options }
    let option = all[Int(choice / 4) % all.count]
    switch option.kind {
    case .flag: options[option] = .flag(true)
    case .number(let range): options[option] = .number(min(range.upperBound, max(range.lowerBound, Int(choice))))
    case .choice(let words): options[option] = .text(words[Int(choice) % words.count])
    case .text: break
    }
    if all.contains(.lenient), choice % 2 == 0 { options[flag: .lenient] = true }
    return options
}

private func checkDecoding(_ codec: Codec, _ text: [UInt8], _ choice: UInt8, _ cut: Int) {
    let options = options(codec, .decoding, choice)
    var pieces: [UInt8]?
    if let stream = try? codec.makeStream(.decoding, options) {
        let place = min(cut, text.count)
        pieces = try? stream.update(text[..<place]) + stream.update(text[place...]) + stream.finish()
    }
    do throws(CodecError) {
        let decoded = try codec.decode(text, options)
        check(decoded == pieces, "\(codec): pieces decode alike")
        check(
            decoded.count <= 64 * text.count + 16_900_000
                || ["gunzip", "inflate", "bunzip2", "unxz"].contains(codec.name),
            "bounded")
    } catch {
        check(pieces == nil, "\(codec): pieces are refused alike")
        check((error.position?.offset ?? 0) <= text.count, "\(codec): an error lies inside the input: \(error)")
    }
}

private func checkEncoding(_ codec: Codec, _ bytes: [UInt8], _ choice: UInt8) {
    // PEM blocks are never empty.
    guard codec.supports(.encoding), choice % 4 == 1, codec.name != "pem" || !bytes.isEmpty else { return }
    // Reversing depends on whether the input is text, and reversed bytes may become text.
    guard codec.name != "reverse" || String(validating: bytes, as: UTF8.self) != nil else { return }
    var forth = options(codec, .encoding, 0).restricted(to: codec, .decoding)
    // The encoding may be longer than the input.
    forth[.limit] = nil
    guard let text = try? codec.encode(bytes, forth.restricted(to: codec, .encoding)) else { return }
    guard let decoded = try? codec.decode(text, forth) else { fatalError("\(codec): what is encoded is decoded") }
    // Some codecs lose case, and one loses the spaces around words.
    let changes: Set<String> = ["morse", "a1z26", "bacon", "idna", "mime-word", "qp"]
    // A domain is a single line; the final line break is dropped.
    let end: [UInt8] = codec.name == "punycode" ? [0x0a] : []
    check(decoded == bytes || decoded + end == bytes || changes.contains(codec.name), "\(codec): encoded, then decoded")
    if let again = try? codec.encode(decoded, forth.restricted(to: codec, .encoding)), codec.name != "mime-word" {
        check(again == text || again + end == text, "\(codec): encoded again")
    }
}
