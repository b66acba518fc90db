/// Files of AES Crypt, versions 0 to 3.
///
/// Source: AES Crypt Stream Format, version 3 (www.aescrypt.com/aes_stream_format.html).
enum AESCryptInspector: InspectingKind {
    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard data.starts(with: "AES".utf8), data.bytes.count > 5, data.bytes[3] <= 3 else { return nil }
        let version = data.bytes[3]
        guard version == 0 || data.bytes[4] == 0 else { return nil }
        var inspection = Inspection("aescrypt", "file encrypted by AES Crypt")
        inspection.add("version", Int(version))
        inspection.add("cipher", "AES-256-CBC with HMAC-SHA-256")
        var cursor = ByteCursor(data.bytes, at: 5)
        if version >= 2 {
            var extensions: [String] = []
            while let length = cursor.big(2), length > 0, let content = cursor.take(length) {
                let name = content.prefix { $0 != 0 }
                if !name.isEmpty {
                    let value = content.dropFirst(name.count + 1).prefix { $0 != 0 }
                    extensions.append(
                        String(decoding: name, as: UTF8.self) + " " + String(decoding: value, as: UTF8.self))
                }
            }
            if !extensions.isEmpty { inspection.add("extensions", extensions) }
        }
        if version == 3, let iterations = cursor.big(4) {
            inspection.add(.pbkdf2("SHA-512", iterations: iterations))
        } else if version < 3 {
            inspection.add(.hash("SHA-256", rounds: 8192))
        }
        return inspection
    }
}
