internal import ArcaCodecs

/// Bytes given as hexadecimal digits in either case: an IV, associated data, an expected code.
struct HexBytes: ArgumentValue, Hashable {
    /// The bytes.
    let bytes: [UInt8]

    init(argument: Argument) throws(UsageError) {
        do throws(CodecError) {
            bytes = try Base16.standard.allowing(.letterCase).decode(argument.bytes)
        } catch {
            let place = error.position.map { " at offset \($0.offset)" } ?? ""
            throw UsageError(
                .invalidValue, "'\(argument.shown)' is no hexadecimal text: \(error.reason)\(place)",
                hint: error.hint ?? "two digits from 0 to 9 and a to f stand for a byte")
        }
    }
}
