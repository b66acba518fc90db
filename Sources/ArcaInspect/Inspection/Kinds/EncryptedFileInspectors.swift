internal import ArcaCodecs
internal import ArcaCore
internal import ArcaDetect

/// Files of `openssl enc`, which store nothing but the salt.
enum OpenSSLInspector: InspectingKind {
    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard let kind = data.kind, kind.identifier == "openssl", data.bytes.count >= 16 else { return nil }
        var inspection = Inspection(kind)
        inspection.add("cipher", "not in the file")
        inspection.add("salt", Base16.standard.encode(Array(data.bytes[8..<16])))
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
        inspection.note("not authenticated")
        return inspection
    }
}

enum RNCryptorInspector: InspectingKind {
    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard data.bytes.count >= 2, [2, 3].contains(data.bytes[0]), data.bytes[1] <= 1 else { return nil }
        let hasPassphrase = data.bytes[1] == 1
        let overhead = (hasPassphrase ? 34 : 18) + 32
        // Two bytes prove little, so the length must match as well. This kind is tried late.
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

/// Secrets sealed to a machine by `systemd-creds encrypt`.
///
/// Source: systemd, `src/shared/creds-util.h`. The first 16 bytes identify the key.
enum SystemdCredentialInspector: InspectingKind {
    private static let keys = [
        "5a1c6a86df9d4096b1d5a65e0862f19a": "the machine's key",
        "55b9ed1d38594d43a8319d2ebb332ac6": "the machine's key, for one user",
        "0c7cc07b117645919c4b0bea08bc20fe": "the machine's TPM",
        "faf7eb9341e3412ca1a436f95a29362f": "the machine's TPM, by a signed policy",
        "93a894094874449090caf2fc93cab553": "the machine's key and TPM",
        "af4950a849134eb1a73846304ff30c05": "the machine's key and TPM, by a signed policy",
        "ef4ac13679a9480ea7db68897f9f165d": "the machine's key and TPM, for one user",
        "058469daf6f54324800549da0f8ea2fb": "no key that is secret: anyone can open it",
    ]

    static func inspect(_ data: InspectedData, inner: (InspectedData) -> Inspection?) -> Inspection? {
        guard data.bytes.count > 32, let key = keys[Base16.standard.encode(Array(data.bytes.prefix(16)))] else {
            return nil
        }
        var inspection = Inspection("systemd-credential", "systemd credential")
        inspection.add("cipher", "AES-256-GCM")
        inspection.add(recipient: key)
        inspection.note("opened by 'systemd-creds decrypt' on the machine that made it")
        return inspection
    }
}
