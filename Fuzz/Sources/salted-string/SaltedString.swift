import Arca
import FuzzSupport

/// Salted strings, their parts, and strings stored by apps.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let choice = input.byte()
    let bytes = input.bytes
    let text = String(decoding: bytes, as: UTF8.self)
    var limits = CostLimits.reading
    limits.scryptLogN = 10...10
    let secret = ImageSecret.key(SymmetricKey(copying: [UInt8](repeating: 1, count: 32)))
    switch choice % 4 {
    case 0: _ = try? SaltedImage.unpack(text, with: secret, limits: limits)
    case 1:
        let form = ImageText.all[Int(choice / 4) % ImageText.all.count]
        if let packed = try? SaltedImage.pack(bytes, as: form, protectedBy: secret) {
            check((try? SaltedImage.unpack(packed, with: secret))?.bytes == bytes, "packed, then unpacked")
            check((try? SaltedImage.unpack(packed)) == nil, "nothing opens without its secret")
        }
    case 2: _ = try? SaltedStringParts.join(text.split(separator: "\n").map(String.init))
    default:
        let encodings = StoredImageForm.Encoding.allCases
        let form = StoredImageForm(
            encodings[Int(choice / 4) % encodings.count], salt: "ab", place: .inside(offset: nil))
        _ = try? form.read(text)
    }
    return 0
}
