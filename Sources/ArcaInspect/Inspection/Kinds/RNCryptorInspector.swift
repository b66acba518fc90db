/// RNCryptor files, versions 2 and 3.
enum RNCryptorInspector: InspectingKind {
    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard data.bytes.count >= 2, [2, 3].contains(data.bytes[0]), data.bytes[1] <= 1 else { return nil }
        let hasPassphrase = data.bytes[1] == 1
        let overhead = (hasPassphrase ? 34 : 18) + 32
        // Two bytes prove little: the length must fit as well, and nothing else be plausible.
        guard let count = data.byteCount, count >= overhead + 16, (count - overhead) % 16 == 0 else { return nil }
        var inspection = Inspection("rncryptor", "RNCryptor file, version \(data.bytes[0])")
        inspection.add("cipher", "AES-256-CBC with HMAC-SHA-256")
        inspection.add("ciphertext bytes", count - overhead)
        if hasPassphrase {
            inspection.add(.pbkdf2("SHA-1", iterations: 10_000))
        } else {
            inspection.add(recipient: "two keys of 32 bytes")
        }
        if data.bytes[0] == 2 { inspection.note("version 2 cuts passphrases that are not ASCII") }
        return inspection
    }
}
