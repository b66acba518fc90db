import ArcaCodecs
import ArcaCore
import FuzzSupport

/// data: URIs by both rules; written URIs can be read again.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let choice = input.byte()
    let text = (choice & 1 == 0 ? "data:" : "") + String(decoding: input.bytes, as: UTF8.self)
    for rules in [DataURI.Rules.rfc2397, .whatwg] {
        do throws(CodecError) {
            let uri = try DataURI(text, rules: rules)
            // A fragment is kept unchanged; browsers allow characters there that URIs do not.
            let plain = DataURI(bytes: uri.bytes, mediaType: uri.mediaType)
            if rules == .rfc2397 {
                check((try? DataURI(plain.text(usesBase64: choice & 2 == 0))) == plain, "written, then read")
            }
        } catch {
            check((error.position?.offset ?? 0) <= text.utf8.count, "an error lies inside the input")
        }
    }
    let own = DataURI(bytes: input.bytes, mediaType: .octetStream)
    for rules in [DataURI.Rules.rfc2397, .whatwg] {
        check((try? DataURI(own.text(), rules: rules)) == own, "written, then read")
    }
    return 0
}
