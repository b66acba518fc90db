import Arca
import FuzzSupport

/// All inspectors: no input may crash them, complete or truncated.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    // Prefixes that a fuzzer would take long to find.
    let beginnings: [[UInt8]] = [
        [], Array("age-encryption.org/v1\n-> ".utf8), [0x03, 0xd9, 0xa2, 0x9a, 0x67, 0xfb, 0x4b, 0xb5, 0, 0, 4, 0],
        [0x03, 0xd9, 0xa2, 0x9a, 0x67, 0xfb, 0x4b, 0xb5, 1, 0, 3, 0], Array("SQLite format 3\0".utf8),
        Array("openssh-key-v1\0".utf8), Array("AES".utf8), [0x8c], [0xc3], [0x99], [0x30, 0x82],
        [0xff, 0xd8, 0xff, 0xe0], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], Array("$argon2id$".utf8),
        [0x1f, 0x8b, 8], [0x50, 0x4b, 3, 4], Array("-----BEGIN PGP MESSAGE-----\n\n".utf8), Array("ssh-rsa ".utf8),
        [3, 1], Array("Salted__".utf8), Array("RIFF....WEBPVP8".utf8), Array("eyJhbGciOiJub25lIn0.".utf8),
    ]
    let bytes = input.choose(beginnings) + input.bytes
    let whole = Inspector.inspect(InspectedData(bytes, byteCount: bytes.count))
    check(!whole.identifier.isEmpty && !whole.name.isEmpty, "everything has a name")
    _ = Inspector.inspect(InspectedData(bytes, byteCount: bytes.count * 1000))
    _ = Inspector.inspect(InspectedData(bytes, byteCount: nil))
    return 0
}
