package import ArcaCore

extension String {
    /// Creates text that is safe to print from untrusted bytes, such as a file name.
    ///
    /// Escapes control characters, invalid UTF-8, and invisible characters that reorder or break lines: `\n`, `\x1b`,
    /// `\u{202e}`. Backslashes are doubled only if something else is escaped.
    package init(printable bytes: borrowing some Bytes) {
        self = bytes.withBytes { span in
            span.withUnsafeBufferPointer { buffer in
                let plain = buffer.allSatisfy { 0x20...0x7e ~= $0 }
                return plain ? String(decoding: buffer, as: UTF8.self) : String.escaping(buffer)
            }
        }
    }

    /// Escapes unprintable characters in JSON with JSON's own escapes.
    ///
    /// They can occur only in strings.
    ///
    /// - Parameter json: Valid JSON.
    package init(printableJSON json: String) {
        let isUnsafe = { (scalar: Unicode.Scalar) in scalar.value >= 0x7f && !scalar.isSafeToPrint }
        guard json.unicodeScalars.contains(where: isUnsafe) else {
            self = json
            return
        }
        var result = String.UnicodeScalarView()
        for scalar in json.unicodeScalars {
            guard isUnsafe(scalar) else {
                result.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                result.append(
                    contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
            }
        }
        self.init(result)
    }

    private static func escaping(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        var text = ""
        var backslashes = false
        var escaped = false
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let units):
                let scalar = Unicode.UTF8.decode(units)
                offset += units.count
                backslashes = backslashes || scalar == "\\"
                if scalar.isSafeToPrint {
                    text.unicodeScalars.append(scalar)
                } else {
                    text += escape(scalar)
                    escaped = true
                }
            case .error(let length):
                for byte in bytes[offset..<offset + length] { text += "\\x" + hex(UInt32(byte)) }
                offset += length
                escaped = true
            case .emptyInput:
                return escaped && backslashes ? doublingBackslashes(bytes) : text
            }
        }
    }

    /// The rare name with both a backslash and something to escape.
    private static func doublingBackslashes(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        bytes.split(separator: .backslash, omittingEmptySubsequences: false)
            .map { String(printable: Array($0)) }
            .joined(separator: "\\\\")
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: scalar.value < 0x80 ? "\\x" + hex(scalar.value) : "\\u{" + hex(scalar.value) + "}"
        }
    }

    private static func hex(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return digits.utf8.count == 1 ? "0" + digits : digits
    }
}

extension Unicode.Scalar {
    /// Whether a character is visible and does not control the terminal, reorder text or break lines.
    package var isSafeToPrint: Bool {
        switch value {
        case 0..<0x20, 0x7f...0x9f: false  // C0, DEL, C1
        case 0xad, 0x34f, 0x61c, 0x180b...0x180f: false  // soft hyphen, joiner, Arabic and Mongolian marks
        case 0x200b...0x200f, 0x2028...0x202e, 0x2060...0x206f, 0xfeff: false  // zero width, line and direction marks
        case 0x115f, 0x1160, 0x3164, 0xffa0: false  // Hangul fillers, which look like spaces
        case 0xfff9...0xfffb, 0xe0000...0xe007f: false  // annotations and tags, invisible
        default: true
        }
    }
}
