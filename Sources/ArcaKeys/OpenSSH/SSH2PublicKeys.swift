internal import ArcaCodecs
internal import ArcaCore

/// Public keys as written by `ssh-keygen -e` and other SSH programs: `---- BEGIN SSH2 PUBLIC KEY ----`.
///
/// Source: RFC 4716, section 3.
enum SSH2PublicKeys {
    static let begin = "---- BEGIN SSH2 PUBLIC KEY ----"
    private static let end = "---- END SSH2 PUBLIC KEY ----"
    /// Maximum length of a header's name and value, in bytes (section 3.3).
    private static let largestNameCount = 64
    private static let largestValueCount = 1024

    /// Only empty lines may separate keys.
    static func keys(in text: Span<UInt8>) throws(KeyError) -> [AnyKey] {
        var keys: [AnyKey] = []
        var lines = Lines(text)
        while let line = lines.next(text) {
            if line.isEmpty { continue }
            guard line.elementsEqual(begin.utf8) else {
                throw KeyError(.malformed, at: lines.start, "a line outside the keys, which begin with \(begin)")
            }
            keys.append(try key(&lines, in: text))
        }
        return keys
    }

    private static func key(_ lines: inout Lines, in text: Span<UInt8>) throws(KeyError) -> AnyKey {
        let start = lines.start
        var comment = ""
        var body: [UInt8] = []
        while let line = lines.next(text) {
            if line.elementsEqual(end.utf8) {
                return AnyKey(.publicKey(try decoded(body, at: start)), .ssh2, comment: comment)
            }
            guard let colon = line.firstIndex(of: .colon) else {
                body += line
                continue
            }
            guard body.isEmpty else { throw KeyError(.malformed, at: lines.start, "a header after the key's Base64") }
            let place = lines.start
            var value = Array(line[(colon + 1)...])
            // A trailing backslash continues the value on the next line.
            while value.last == .backslash, value.count <= largestValueCount, let more = lines.next(text) {
                value.removeLast()
                value += more
            }
            guard colon <= largestNameCount, value.count <= largestValueCount else {
                throw KeyError(
                    .malformed, at: place,
                    "a header of the key is longer than \(largestNameCount) and \(largestValueCount) bytes")
            }
            if String(decoding: line[..<colon], as: UTF8.self).lowercased() == "comment" { comment = unquoted(value) }
        }
        throw KeyError(.malformed, at: start, "the key has no end: expected \(end)")
    }

    private static func decoded(_ body: [UInt8], at start: Int) throws(KeyError) -> AnyPublicKey {
        let blob: [UInt8]
        do { blob = try Base64.standard.decode(body) } catch {
            throw KeyError(.malformed, at: start, "the key is not Base64: \(error.reason)")
        }
        var reader = SSHReader(0..<blob.count)
        let key = try OpenSSHBlob.decode(&reader, in: blob.span)
        try reader.finish()
        return key
    }

    private static func unquoted(_ value: [UInt8]) -> String {
        var text = value[...].drop { $0 == .space }
        if text.count > 1, text.first == .quotationMark, text.last == .quotationMark {
            text = text.dropFirst().dropLast()
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Lines without their ends (LF or CR LF) and without trailing white space.
    private struct Lines {
        private(set) var start = 0
        private var position = 0

        init(_ text: Span<UInt8>) {
            while position < text.count, text[position].isWhitespace {
                position += 1
            }
        }

        mutating func next(_ text: Span<UInt8>) -> [UInt8]? {
            guard position < text.count else { return nil }
            start = position
            while position < text.count, text[position] != .newline { position += 1 }
            var end = position
            position += 1
            while end > start, [.carriageReturn, .space, .tab].contains(text[end - 1]) { end -= 1 }
            return [UInt8](bytes: text.extracting(start..<end))
        }
    }
}
