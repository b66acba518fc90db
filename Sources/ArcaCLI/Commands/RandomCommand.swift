internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaSystem

/// `arca random`: random bytes for keys.
struct RandomCommand: Command {
    static let name = "random"
    static let summary = "print random bytes for keys"
    static let section = "Helpers"
    static let details = """
        The bytes come from libcrypto's generator, which is seeded by the kernel. A file can be read only by you, and a file \
        that exists is not replaced without --force.
        """
    static let examples = [
        Example("arca random 32 -o new.key", "a key of 256 bits in a file"),
        Example("arca random 16 --hex", "16 bytes as 32 hexadecimal digits"),
        Example("arca random 1000000 | arca hash", "raw bytes into a pipe"),
    ]

    /// How the bytes are written.
    enum Form { case raw, hex, base64 }

    var byteCount = 0
    var isHex = false
    var isBase64 = false
    var output = NewOutputOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("N", set: \.byteCount, in: 0...Int.max, help: "number of bytes")
        Parameter.atMostOne {
            Parameter.flag("--hex", set: \.isHex, help: "print hexadecimal digits and a line end")
            Parameter.flag("--base64", set: \.isBase64, help: "print one line of Base64")
        }
        Parameter.group(\.output)
    }

    consuming func run() throws {
        let form: Form = isHex ? .hex : isBase64 ? .base64 : .raw
        let content: OutputOptions.Content = output.isFile ? .secret : form == .raw ? .binary : .text
        var file = try output.open(content, hint: "--hex, or --base64")
        // A multiple of three bytes, so that only the last piece of Base64 is padded.
        let pieceByteCount = 48 * 1024
        var left = byteCount
        while left > 0 {
            let piece = try SecretBytes(randomByteCount: min(left, pieceByteCount))
            switch form {
            case .raw: try file.write(piece)
            case .hex: try file.write(RandomCommand.encode(piece, Base16.standard))
            case .base64: try file.write(RandomCommand.encode(piece, Base64.standard))
            }
            left -= piece.count
        }
        if form != .raw { try file.write("\n".utf8) }
        try file.commit()
    }

    /// The text of a secret, which is secret too.
    private static func encode<Codec: TextCodec>(_ bytes: SecretBytes, _ codec: Codec) -> SecretBytes
    where Codec.EncodingFailure == Never {
        SecretBytes(byteCount: codec.maximumEncodedCount(for: bytes.count)) { output in
            codec.encode(bytes, into: &output)
        }
    }
}
