internal import ArcaCodecs

/// Files of `openssl enc`, which say nothing but their salt.
enum OpenSSLInspector: InspectingKind {
    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard data.starts(with: "Salted__".utf8), data.bytes.count >= 16 else { return nil }
        var inspection = Inspection("openssl", "file encrypted by openssl enc")
        inspection.add("cipher", "not in the file")
        inspection.add("salt", Base16.encode(Array(data.bytes[8..<16])))
        if let count = data.byteCount {
            inspection.add("ciphertext bytes", count - 16)
            if (count - 16) % 16 != 0 {
                inspection.note(
                    (count - 16) % 8 == 0
                        ? "not whole blocks of AES: a block cipher of 8 bytes, or a stream mode" : "a stream mode")
            }
        }
        inspection.add(
            .other("not in the file", "EVP_BytesToKey has 1 round; with -pbkdf2, 10000 iterations by default", .weak))
        inspection.note("nothing authenticates it")
        return inspection
    }
}
