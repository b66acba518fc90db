public import ArcaCore

extension Age {
    /// Changes the recipients of a file: writes a new header for the same file key and copies the payload unchanged.
    ///
    /// Opens the file with one of ``identities`` and writes it for ``recipients``, as text if ``isArmored``. **Anyone
    /// who could open the file before and kept a copy, or its file key, can still read it.** The payload is not
    /// verified, so damage in it remains.
    ///
    /// - Parameters:
    ///   - input: The source of the file.
    ///   - output: The destination of the file with its new header.
    /// - Throws: ``ContainerError``, as ``open(_:into:)`` and ``seal(_:into:)`` do; `.truncated` for a file without
    ///   payload; errors of the reader or writer.
    /// - Complexity: Constant memory; as fast as copying.
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
    fileprivate func header(for recipients: [any Age.Recipient]) throws -> [UInt8] {
        guard let fileKey else { throw ContainerError(.wrongKey, "the file has not been unlocked") }
        return try Age.makeHeader(fileKey, for: recipients).text
    }

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
