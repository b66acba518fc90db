import Arca
import FuzzSupport

/// Password hashes as text: each hash has one text form, and no parsed hash exceeds the cost limits.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Input(start, count).bytes
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(CryptoError) {
        let parsed = try PHCString(text)
        check(parsed.text == text, "the text is kept")
        let again = try? PHCString(
            identifier: parsed.identifier, version: parsed.version, parameters: parsed.parameters, salt: parsed.salt,
            hash: parsed.hash)
        check(again?.text == text, "the parts make the same text again")
    } catch {
        check((error.offset ?? 0) <= text.utf8.count, "an error lies inside the text")
        check((try? PasswordHash(text)) == nil, "what is no PHC string is no password hash")
    }
    if let hash = try? PasswordHash(text) {
        check(hash.text == text, "a password hash keeps its text")
        check(!hash.salt.isEmpty && !hash.hash.isEmpty, "a password hash has a salt and a hash")
    }
    return 0
}
