internal import ArcaCodecs
internal import ArcaCrypto
internal import ArcaSystem

/// `arca random`: random bytes fit for keys.
struct RandomCommand: Command {
    static let name = "random"
    static let summary = "print random bytes fit for keys"
    static let section = "Helpers"
    static let details = """
        The bytes come from libcrypto's generator, which the kernel's seeds. Written to a file, only you may read them.
        """
    static let examples = [
        Example("arca random 32 -o key.bin", "a key of 256 bits in a file"),
        Example("arca random 16 --hex", "16 bytes as 32 hexadecimal digits"),
        Example("arca random 1000000 | arca hash", "bytes as they are, into a pipe"),
    ]

    /// How the bytes are written.
    enum Form { case raw, hex, base64 }

    var byteCount = 0
    var isHex = false
    var isBase64 = false
    var output = OutputOptions()

    static var parameters: [Parameter<Self>] {
        Parameter.operand("N", set: \.byteCount, in: 0...Int.max, help: "how many bytes")
        Parameter.flag("--hex", set: \.isHex, help: "as hexadecimal digits and a line end")
        Parameter.flag("--base64", set: \.isBase64, help: "as one line of Base64 and a line end")
        Parameter.group(\.output)
    }

    consuming func run() throws {
        guard !(isHex && isBase64) else {
            throw UsageError(.conflict, "--hex and --base64 do not go together", hint: "leave one of them out")
        }
        let form: Form = isHex ? .hex : isBase64 ? .base64 : .raw
        let isFile = output.file.map { !$0.isDash } ?? false
        let content: OutputOptions.Content = isFile ? .secret : form == .raw ? .binary : .text
        var file = try output.open(content, inputs: [], hint: "--hex, or --base64")
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

    /// The text of a secret, which is one too.
    private static func encode<Codec: TextCodec>(_ bytes: SecretBytes, _ codec: Codec) -> SecretBytes
    where Codec.EncodingFailure == Never {
        SecretBytes(byteCount: codec.maximumEncodedCount(for: bytes.count)) { output in
            codec.encode(bytes, into: &output)
        }
    }
}
