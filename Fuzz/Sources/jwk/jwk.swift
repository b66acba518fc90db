import Arca
import FuzzSupport

/// JSON Web Keys, in both directions.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Input(start, count).bytes
    guard let key = try? JWK.decode(bytes) else { return 0 }
    guard let text = try? JWK.encode(key), let again = try? JWK.decode(text) else {
        // Only keys with zero values cannot be written.
        return 0
    }
    check((try? JWK.encode(again)) == text, "a key reads as it was written")
    return 0
}
