public import ArcaCore

extension Age {
    /// Gives a file other recipients: makes a new header around the same file key, and copies the payload as it is.
    ///
    /// One of ``identities`` opens the file, ``recipients`` are its new ones, and ``isArmored`` says whether the result is
    /// text. **Who could open the file before and has kept a copy, or its file key, can still read it.** The payload is
    /// not looked at, so damage in it stays.
    ///
    /// - Parameters:
    ///   - input: Gives the file.
    ///   - output: Takes the file with its new header.
    /// - Throws: ``ContainerError`` as ``open(_:into:)`` and ``seal(_:into:)``, and `.truncated` for a file without payload;
    ///   what the reader or the writer throws.
    /// - Complexity: Memory is constant; time is that of copying.
    public func rekey<Input: ByteReader & ~Copyable, Output: ByteWriter & ~Copyable>(
        _ input: inout Input, into output: inout Output
    ) throws {
        try withUnsafeMutablePointer(to: &input) { input in
            var file = try Opener(LentReader(input))
            try file.unlock(with: identities)
            let header = try file.header(for: recipients)
            guard isArmored else {
                try output.write(header)
                return try file.copyPayload(into: &output)
            }
            try withUnsafeMutablePointer(to: &output) { output in
                var writer = try AgeArmorWriter(output)
                try writer.write(header)
                try file.copyPayload(into: &writer)
                try writer.finish()
            }
        }
    }
}

extension Age.Opener where Input: ~Copyable {
    /// A header for other recipients.
    fileprivate func header(for recipients: [any Age.Recipient]) throws -> [UInt8] {
        guard let fileKey else { throw ContainerError(.wrongKey, "the file has not been unlocked") }
        return try Age.makeHeader(fileKey, for: recipients).text
    }

    /// Writes nonce and chunks as they are.
    fileprivate mutating func copyPayload<Output: ByteWriter & ~Copyable>(into output: inout Output) throws {
        var piece = try input.next(AgePayload.nonceByteCount)
        guard piece.count == AgePayload.nonceByteCount else {
            throw ContainerError(.truncated, "the file ends before its payload")
        }
        while !piece.isEmpty {
            try output.write(piece)
            piece = try input.next(4 * AgePayload.sealedByteCount)
        }
    }
}
