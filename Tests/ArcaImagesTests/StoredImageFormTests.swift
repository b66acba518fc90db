import ArcaCodecs
import ArcaCore
import Testing

@testable import ArcaImages

@Suite struct StoredImageFormTests {
    private let image = Array("\u{89}PNG and more, 24 bytes.".utf8.prefix(24))

    private func encoded(_ encoding: StoredImageForm.Encoding) throws -> String {
        switch encoding {
        case .base16: Base16.upper.encode(image)
        case .base32: Base32.standard.encode(image)
        case .base64: Base64.url.encode(image)
        case .base85: Base85.standard.encode(image)
        case .ascii85: Ascii85.adobe.encode(image)
        case .z85: try Z85.standard.encode(image)
        case .mime: Base64.mime.encode(image)
        case .dataURI: "data:image/png;base64," + Base64.standard.encode(image)
        }
    }

    @Test("reads every encoding with a salt before, after and inside", arguments: StoredImageForm.Encoding.allCases)
    func places(encoding: StoredImageForm.Encoding) throws {
        let text = try encoded(encoding)
        let salt = "#salz\u{e4}"
        let middle = text.index(text.startIndex, offsetBy: 9)
        let forms: [(StoredImageForm.SaltPlace, String)] = [
            (.before, salt + text), (.after, text + salt), (.after, text + salt + "\n"),
            (.inside(offset: 9), text[..<middle] + salt + text[middle...]),
            (.inside(offset: nil), text[..<middle] + salt + text[middle...]),
        ]
        for (place, stored) in forms {
            #expect(try StoredImageForm(encoding, salt: salt, place: place).read(stored).bytes == image, "\(place)")
        }
        #expect(try StoredImageForm(encoding).read(text).bytes == image)
    }

    @Test("detects the media type")
    func mediaTypes() throws {
        let png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + [UInt8](repeating: 0, count: 24)
        for (bytes, type) in [
            (png, "image/png"), ([1, 2, 3], "application/octet-stream"), ([], "application/octet-stream"),
        ] {
            let stored = try StoredImageForm(.base16, salt: "x").read("x" + Base16.standard.encode(bytes))
            #expect(stored == StoredImageForm.Image(bytes: bytes, mediaType: type))
        }
    }

    @Test("removes a salt string from the bytes") func bytes() throws {
        let stored = Base64.standard.encode(Array("salt".utf8) + image)
        let form = StoredImageForm(.base64, salt: "salt", level: .bytes)
        #expect(try form.read(stored).bytes == image)
        #expect(try StoredImageForm(.base64).read(stored).bytes != image)
    }

    @Test("rejects a salt string that is not where it should be") func missing() throws {
        let text = try encoded(.base64)
        for place: StoredImageForm.SaltPlace in [
            .before, .after, .inside(offset: 3), .inside(offset: 999), .inside(offset: nil),
        ] {
            let form = StoredImageForm(.base64, salt: "x7Kp", place: place)
            let error = #expect(throws: ImageError.self) { try form.read(text) }
            #expect(error?.code == .invalidOption, "\(place)")
        }
        let twice = StoredImageForm(.base64, salt: "AA", place: .inside(offset: nil))
        #expect(throws: ImageError.code(.invalidOption)) { try twice.read("AAbbAA") }
        #expect(throws: ImageError.code(.malformed, at: 0)) { try StoredImageForm(.base64).read("!") }
    }
}
