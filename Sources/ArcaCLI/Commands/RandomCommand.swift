internal import ArcaCodecs
internal import ArcaCore
internal import ArcaCrypto
internal import ArcaSystem

struct RandomCommand: Command {
    static let name = "random"
    static let summary = "print random bytes for keys"
    static let section = "Helpers"
    static let details = """
        The bytes come from libcrypto's generator, which is seeded by the kernel. A file can be read only by you, and a file \
        that exists is not replaced without --force. A report (--json) has the bytes as hexadecimal digits, or as Base64 \
        with --base64, unless they go to a file.
        """
    static let examples = [
        Example("arca random 32 -o new.key", "a key of 256 bits in a file"),
        Example("arca random 16 --hex", "16 bytes as 32 hexadecimal digits"),
        Example("arca random 1000000 | arca hash", "raw bytes into a pipe"),
    ]

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
        Parameter.json
    }

    consuming func run(in context: CommandContext) throws {
        let form: Form = isHex ? .hex : isBase64 ? .base64 : .raw
        if context.wantsJSON, !output.isFile {
            guard byteCount <= Self.maximumReportedByteCount else {
                throw UsageError(
                    .outOfRange,
                    "a report has at most \(ByteCount.text(Self.maximumReportedByteCount)) of random bytes",
                    hint: "give -o FILE, or remove --json")
            }
            let bytes = try SecretBytes(randomByteCount: byteCount)
            return try report(
                bytes.withBytes {
                    isBase64 ? Base64.standard.encode(Array(bytes: $0)) : Base16.standard.encode(Array(bytes: $0))
                })
        }
        let content: OutputOptions.Content = output.isFile ? .secret : form == .raw ? .binary : .text
        var file = try output.open(content, hint: "--hex, or --base64")
        // A multiple of three bytes, so only the last piece of Base64 is padded.
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
        if context.wantsJSON { try report(nil) }
    }

    private static let maximumReportedByteCount = 1 << 20

    private func report(_ bytes: String?) throws {
        var members: [(String, JSONValue)] = [("byteCount", .integer(byteCount))]
        if let bytes {
            members += [("encoding", .string(isBase64 ? "base64" : "hex")), ("bytes", .string(bytes))]
        } else {
            members.append(("output", output.file.map { .string($0.description) } ?? .null))
        }
        try JSONReport.print(members)
    }

    private static func encode<Codec: TextCodec>(_ bytes: SecretBytes, _ codec: Codec) -> SecretBytes
    where Codec.EncodingFailure == Never {
        SecretBytes(byteCount: codec.maximumEncodedCount(for: bytes.count)) { output in
            codec.encode(bytes, into: &output)
        }
    }
}
