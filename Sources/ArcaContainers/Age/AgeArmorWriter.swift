internal import ArcaCodecs

/// Puts armor around what is written, for a writer that belongs to somebody else.
struct AgeArmorWriter<Base: ByteWriter & ~Copyable>: ByteWriter {
    private var base: LentWriter<Base>
    private var encoder: any InfallibleByteTransform = Base64.pem.makeEncoder()

    /// Writes the first line.
    init(_ base: UnsafeMutablePointer<Base>) throws {
        self.base = LentWriter(base)
        try self.base.write(AgeArmorDecoder.firstLine + [0x0a])
    }

    mutating func write(_ bytes: borrowing some Bytes) throws {
        let text = bytes.withBytes { bytes in
            [UInt8](capacity: encoder.maximumOutputCount(for: bytes.count)) { output in
                encoder.update(bytes, into: &output)
            }
        }
        try base.write(text)
    }

    /// Writes the rest and the last line.
    mutating func finish() throws {
        var text = [UInt8](capacity: encoder.maximumOutputCount(for: 0)) { output in encoder.finish(into: &output) }
        text += [0x0a] + AgeArmorDecoder.lastLine + [0x0a]
        try base.write(text)
    }
}
