internal import ArcaCodecs
internal import ArcaCore

/// Decodes the armor of an age file as a stream; apart from surrounding white space, the encoding is unique.
///
/// Source: age-encryption.org/v1, "ASCII armor"; RFC 7468, section 3.
struct AgeArmorDecoder {
    static let firstLine = Array("-----BEGIN AGE ENCRYPTED FILE-----".utf8)
    static let lastLine = Array("-----END AGE ENCRYPTED FILE-----".utf8)
    static let columns = 64
    /// Maximum number of white space bytes before the armor, and after it.
    static let mostWhitespace = 1024

    private enum State { case before, body, lastLine, after }
    private var state = State.before
    private var line: [UInt8] = []
    private var whitespace = 0
    private var offset = 0
    private var lineStart = 0
    private var marked = MarkedTextReader()

    static func recognizes(_ beginning: [UInt8]) -> Bool {
        beginning.withText { $0.begins(with: firstLine, at: $0.leadingSpaceCount) }
    }

    mutating func update(_ text: Span<UInt8>, into bytes: inout [UInt8]) throws(ContainerError) {
        if marked.isPlain { return try take(text, into: &bytes) }
        let plain = [UInt8](capacity: marked.maximumOutputCount(for: text.count)) { marked.update(text, into: &$0) }
        try take(plain.span, into: &bytes)
    }

    private mutating func take(_ text: Span<UInt8>, into bytes: inout [UInt8]) throws(ContainerError) {
        var rest = 0
        while rest < text.count {
            // Fast path for large files: whole lines are decoded in place.
            if state == .body, line.isEmpty, decodeLine(text, &rest, into: &bytes) { continue }
            let byte = text[rest]
            rest += 1
            offset += 1
            if byte == .newline {
                try endLine(into: &bytes)
                line.removeAll(keepingCapacity: true)
                lineStart = offset
            } else {
                line.append(byte)
                try checkLength()
            }
        }
    }

    mutating func finish(into bytes: inout [UInt8]) throws(ContainerError) {
        let plain = [UInt8](capacity: marked.maximumOutputCount(for: 0)) { marked.finish(into: &$0) }
        try take(plain.span, into: &bytes)
        if !line.isEmpty { try endLine(into: &bytes) }
        switch state {
        case .before: throw ContainerError(.malformed, at: lineStart, "there is no -----BEGIN AGE ENCRYPTED FILE-----")
        case .body, .lastLine:
            throw ContainerError(.truncated, at: offset, "the armor ends without -----END AGE ENCRYPTED FILE-----")
        case .after: return
        }
    }

    /// Decodes a full line at once; false if it is shorter, incomplete or invalid.
    private mutating func decodeLine(_ text: Span<UInt8>, _ rest: inout Int, into bytes: inout [UInt8]) -> Bool {
        guard rest + Self.columns < text.count, text[rest + Self.columns] == .newline, text[rest] != .hyphen else {
            return false
        }
        let before = bytes.count
        do {
            try decode(text.extracting(rest..<rest + Self.columns), into: &bytes)
        } catch {
            // Possibly several short lines. The byte-by-byte path reports the same error for every split of the input.
            bytes.removeSubrange(before...)
            return false
        }
        rest += Self.columns + 1
        offset += Self.columns + 1
        lineStart = offset
        return true
    }

    private func checkLength() throws(ContainerError) {
        // One more for the CR of CR LF.
        let most = state == .body || state == .lastLine ? Self.columns + 1 : Self.mostWhitespace
        if line.count > most {
            throw ContainerError(.malformed, at: lineStart + most - 1, "a line of the armor is longer than 64 columns")
        }
    }

    private mutating func endLine(into bytes: inout [UInt8]) throws(ContainerError) {
        if line.last == .carriageReturn { line.removeLast() }
        switch state {
        case .before:
            if try isWhitespace() { return }
            guard line == Self.firstLine else {
                throw ContainerError(
                    .malformed, at: lineStart, "the armor's first line is not -----BEGIN AGE ENCRYPTED FILE-----")
            }
            state = .body
            whitespace = 0
        case .body where line == Self.lastLine: state = .after
        case .body:
            let line = line
            try decode(line.span, into: &bytes)
        case .lastLine:
            guard line == Self.lastLine else {
                throw line.allSatisfy(\.isWhitespace)
                    ? emptyLine
                    : ContainerError(
                        .malformed, at: lineStart, "the armor continues after a short line, which must be its last")
            }
            state = .after
        case .after:
            guard try isWhitespace() else {
                throw ContainerError(.malformed, at: lineStart, "extra data after the end of the armor")
            }
        }
    }

    private var emptyLine: ContainerError {
        ContainerError(
            .malformed, at: lineStart, "an empty line inside the armor", hint: "remove the line, and decrypt again")
    }

    private mutating func isWhitespace() throws(ContainerError) -> Bool {
        guard line.allSatisfy({ $0.isWhitespace }) else { return false }
        whitespace += line.count + 1
        guard whitespace <= Self.mostWhitespace else {
            throw ContainerError(.malformed, at: lineStart, "more than 1 KiB of whitespace around the armor")
        }
        return true
    }

    private mutating func decode(_ text: Span<UInt8>, into bytes: inout [UInt8]) throws(ContainerError) {
        guard !text.isEmpty, !text.indices.allSatisfy({ text[$0].isWhitespace }) else { throw emptyLine }
        guard text.count <= Self.columns else {
            throw ContainerError(.malformed, at: lineStart, "a line of the armor is longer than 64 columns")
        }
        let before = bytes.count
        do {
            try bytes.append(addingCapacity: Self.columns / 4 * 3) { output throws(CodecError) in
                try Base64.standard.decode(text, into: &output)
            }
        } catch {
            throw ContainerError(
                .malformed, at: lineStart + (error.position?.offset ?? 0), "a line of the armor is not canonical Base64"
            )
        }
        if bytes.count - before < Self.columns / 4 * 3 { state = .lastLine }
    }
}

extension Age {
    /// Removes the armor of a file, or of its beginning, up to the first error; nil without an armor.
    package static func dearmored(_ text: [UInt8]) -> (bytes: [UInt8], isComplete: Bool)? {
        guard AgeArmorDecoder.recognizes(text) else { return nil }
        var (decoder, bytes) = (AgeArmorDecoder(), [UInt8]())
        do {
            try decoder.update(text.span, into: &bytes)
            try decoder.finish(into: &bytes)
            return (bytes, true)
        } catch { return (bytes, false) }
    }
}

struct AgeArmorWriter<Base: ByteWriter & ~Copyable>: ByteWriter {
    private var base: LentWriter<Base>
    private var encoder: any InfallibleByteTransform = Base64.pem.makeEncoder()

    init(_ base: UnsafeMutablePointer<Base>) throws {
        self.base = LentWriter(base)
        try self.base.write(AgeArmorDecoder.firstLine + [.newline])
    }

    mutating func write(_ bytes: borrowing some Bytes) throws {
        let text = bytes.withBytes { bytes in
            [UInt8](capacity: encoder.maximumOutputCount(for: bytes.count)) { output in
                encoder.update(bytes, into: &output)
            }
        }
        try base.write(text)
    }

    mutating func finish() throws {
        var text = [UInt8](capacity: encoder.maximumOutputCount(for: 0)) { output in encoder.finish(into: &output) }
        text += [.newline] + AgeArmorDecoder.lastLine + [.newline]
        try base.write(text)
    }
}
