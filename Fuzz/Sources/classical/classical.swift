import ArcaCodecs
import ArcaCore
import ArcaDetect
import FuzzSupport

/// Every classical cipher round-trips, and crackers accept any input.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let shift = Int(input.byte()) << 8 | Int(input.byte())
    let bytes = input.bytes
    var ciphers: [any LetterCipher] = [Caesar(shift: shift - 300), Atbash()] + Rot.allCases
    if let affine = try? Affine(multiplier: shift >> 8, offset: shift & 255) { ciphers.append(affine) }
    if let vigenere = try? Vigenere(key: String(decoding: bytes.prefix(4), as: UTF8.self)) { ciphers.append(vigenere) }
    if let mixed = try? Substitution(key: String(decoding: bytes.prefix(9), as: UTF8.self)) { ciphers.append(mixed) }
    for cipher in ciphers { check(cipher.decode(cipher.encode(bytes)) == bytes, "encoded, then decoded") }

    let units = CaesarUTF16(shift: shift)
    let text = String(decoding: bytes, as: UTF8.self)
    check(units.decode(units.encode(text)).utf8.elementsEqual(text.utf8), "shifted there and back")
    let isText = String(validating: bytes, as: UTF8.self) != nil
    let stream = try? units.makeEncoder().transform(bytes)
    check((stream != nil) == isText, "the stream takes UTF-8 and nothing else")
    if isText { check(stream == Array(units.encode(text).utf8), "stream and text agree") }

    for candidate in ShiftCracker.caesar(bytes.prefix(64)) { check(candidate.confidence <= 1, "confidence") }
    for candidate in VigenereCracker.crack(bytes.prefix(40), maximumLength: 4) {
        check(candidate.confidence <= 1, "confidence")
    }
    for candidate in SubstitutionCracker.crack(bytes.prefix(60)) { check(candidate.confidence <= 1, "confidence") }
    return 0
}
