internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaDetect
internal import ArcaSystem

/// Writes shell commands that compute a signature again; the secret stays in its source.
struct MACScript {
    let secret: SecretSource?
    let key: BytePath?
    /// The file with the text, if it is signed as it is.
    let file: BytePath?

    /// Longer texts do not fit on a command line, in bytes.
    private static let maximumByteCount = 64 << 10

    /// The commands, one per line; nil if the text is too long.
    func command(for reading: MACFinder.Reading) -> String? {
        guard reading.text.bytes.count <= Self.maximumByteCount else { return nil }
        switch reading.function {
        case .hash(let function):
            return text(reading, to: "arca hash -a \(function.shortName)") + " | cut -d ' ' -f 1" + Self.ending(reading)
        case .hmac(let function):
            guard let key = reading.key else { return nil }
            let mac = "arca mac hmac-\(function.shortName) --key-from"
            guard !key.derivation.isEmpty else {
                return text(reading, to: "\(mac) \(keySource(key, reading.secretForm))") + Self.ending(reading)
            }
            var lines: [String] = []
            var source = keySource(key, reading.secretForm)
            for message in key.derivation {
                let start = lines.isEmpty ? "" : "K=$K "
                let text = String(decoding: message, as: UTF8.self).shellQuoted
                lines.append("K=$(printf %s \(text) | \(start)\(mac) \(source))")
                source = "hexenv:K"
            }
            return (lines + [text(reading, to: "K=$K \(mac) \(source)") + Self.ending(reading)])
                .joined(separator: "\n")
        case .rsa(let function):
            let verify =
                "arca rsa verify --key \(key?.shellQuoted ?? "''") --padding pkcs1 --hash \(function.shortName) "
                + "--raw --signature signature.txt"
            return "printf \(Base64.standard.encode(reading.signature)) > signature.txt\n" + text(reading, to: verify)
        }
    }

    // MARK: The text

    /// A command that reads the text from its file or from `printf`.
    private func text(_ reading: MACFinder.Reading, to command: String) -> String {
        if let file, !file.isDash { return "\(command) \(file.shellQuoted)" }
        return "\(printf(reading.text, reading.secretForm)) | \(command)"
    }

    /// `printf 'a=1&key=%s' "$SECRET"`.
    private func printf(_ text: MACFinder.CanonicalText, _ form: MACFinder.SecretForm) -> String {
        let template = text.pieces.map(Self.format).joined(separator: "%s")
        let secrets = text.secretOffsets.map { _ in " \"\(value(form))\"" }.joined()
        return "printf \(template.hasPrefix("-") ? "-- " : "")'\(template)'\(secrets)"
    }

    /// Bytes as a format of `printf` between single quotes.
    private static func format(_ bytes: ArraySlice<UInt8>) -> String {
        let isText = String(validating: bytes, as: UTF8.self) != nil
        var output: [UInt8] = []
        for byte in bytes {
            switch byte {
            case .percent: output += "%%".utf8
            case .backslash: output += "\\\\".utf8
            case .apostrophe: output += "'\\''".utf8
            case .newline: output += "\\n".utf8
            case .carriageReturn: output += "\\r".utf8
            case _ where byte.isPrintable || isText && byte >= 0x80: output.append(byte)
            default:
                let digits = String(byte, radix: 8)
                output += "\\\(String(repeating: "0", count: 3 - digits.utf8.count))\(digits)".utf8
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    // MARK: The secret

    /// The secret in the shell: a variable, or the content of a file.
    private var variable: String {
        switch secret {
        case .environment(let name): "$\(BytePath(name))"
        case .file(let path): "$(cat \(path.shellQuoted))"
        default: "$SECRET"
        }
    }

    /// A form of the secret between double quotes.
    private func value(_ form: MACFinder.SecretForm) -> String {
        let print = "printf %s \"\(variable)\""
        let trimmed = "\(print) | sed 's/^[[:space:]]*//; s/[[:space:]]*$//'"
        return switch form {
        case .text: variable
        case .trimmed: "$(\(trimmed))"
        case .md5Digest: "$(\(trimmed) | arca hash -a md5 | cut -c 1-32)"
        case .hexadecimal, .base64: "$(\(decoded(form)))"
        }
    }

    /// A command that prints the bytes of an encoded secret.
    private func decoded(_ form: MACFinder.SecretForm) -> String {
        form == .hexadecimal
            ? "printf %s \"\(variable)\" | arca decode base16 --lenient"
            : "printf %s \"\(variable)\" | sed 's/^whsec_//' | arca decode base64 --lenient"
    }

    /// The value of `--key-from`.
    private func keySource(_ key: MACFinder.HMACKey, _ form: MACFinder.SecretForm) -> String {
        let isAlone = key.text.bytes.isEmpty && key.text.secretOffsets.count == 1
        if isAlone, form == .text {
            switch secret {
            case .environment(let name): return "env:\(BytePath(name))"
            case .file, nil: break
            default: return "env:SECRET"
            }
        }
        let isDecoded = form == .hexadecimal || form == .base64
        let command = isAlone && isDecoded ? decoded(form) : printf(key.text, form)
        return "cmd:\(command)".shellQuoted
    }

    // MARK: The encoding

    /// Converts the hexadecimal digits of a code to the signature.
    private static func ending(_ reading: MACFinder.Reading) -> String {
        let isWhole = reading.range.count == reading.function.hash.digestByteCount
        let cut = isWhole ? "" : " | cut -c \(2 * reading.range.lowerBound + 1)-\(2 * reading.range.upperBound)"
        return cut
            + {
                switch reading.encoding {
                case .lowerHex: ""
                case .upperHex: " | tr a-f A-F"
                case .base64: " | arca decode base16 | arca encode base64"
                case .base64URL: " | arca decode base16 | arca encode base64url"
                case .base64OfHex: " | tr -d '\\n' | arca encode base64"
                }
            }()
    }
}
