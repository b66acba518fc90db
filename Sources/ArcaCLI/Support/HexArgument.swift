internal import ArcaCodecs

/// Bytes that are given as hexadecimal digits on the command line: nonces, codes, associated data; never secrets.
enum HexArgument {
    /// Reads the digits, in either case.
    static func bytes(_ text: String, _ option: String) throws(UsageError) -> [UInt8] {
        do throws(CodecError) {
            return try Base16.standard.allowing(.letterCase).decode(text)
        } catch {
            throw UsageError(
                .invalidValue, "\(option): \(error.description)", hint: "give two hexadecimal digits a byte")
        }
    }
}
