internal import ArcaCodecs
internal import ArcaCompression
internal import ArcaSystem

// What each step does is what `arca decode` does by that name: `RecipeCommandTests` compare the two.
extension LayerCodec {
    /// Characters in a line of what coreutils prints, the one length that is read without `--lenient` or `--wrap`.
    private static let lineLength = 76
    /// Bytes that a step takes which needs them all at once and takes more than linear time, or many times the memory.
    private static let wholeLimit = 64 << 20
    private static let wordLimit = 1 << 20
    private static let numberLimit = 8192

    /// Decodes the whole input.
    ///
    /// - Parameters:
    ///   - bytes: The input.
    ///   - options: Those of the recipe; what means nothing to the step is passed over.
    ///   - limit: The most bytes that may come out.
    /// - Returns: What comes out, or nil when the input is malformed, or too large either way.
    func decode(_ bytes: Span<UInt8>, _ options: RecipeOptions, limit: Int) -> [UInt8]? {
        let accepted: DecodingOptions = options.isLenient ? .lenient : []
        let output = decode(bytes, accepted, options, limit)
        return output.flatMap { $0.count <= limit ? $0 : nil }
    }

    private func decode(
        _ bytes: Span<UInt8>, _ accepted: DecodingOptions, _ options: RecipeOptions, _ limit: Int
    ) -> [UInt8]? {
        switch self {
        case .base16: return inLines(bytes, Base16(options: accepted))
        case .base32: return inLines(bytes, Base32(options: accepted))
        case .base32hex: return inLines(bytes, Base32(alphabet: .hex, options: accepted))
        case .zbase32: return inLines(bytes, Base32.zBase32.allowing(accepted))
        case .base64: return inLines(bytes, Base64(options: accepted))
        case .base64url: return inLines(bytes, Base64(alphabet: .url, options: accepted))
        case .ascii85: return inLines(bytes, Ascii85(isDelimited: options.isAdobe, options: accepted))
        case .base85: return inLines(bytes, Base85(options: accepted))
        case .z85: return inLines(bytes, Z85(options: accepted))
        case .crockford: return inOneLine(bytes, Crockford(options: accepted))
        case .base45: return inOneLine(bytes, Base45(options: accepted))
        case .base58: return number(bytes, Base58(options: accepted))
        case .base62: return number(bytes, Base62(options: accepted))
        case .mime: return try? Base64.mime.allowing(accepted).decode(bytes)
        case .quotedPrintable: return try? QuotedPrintable(options: accepted).decode(bytes)
        case .percent:
            let codec = options.isForm ? PercentEncoding.form : .component
            return try? codec.allowing(accepted).decode(bytes.extracting(0..<textCount(bytes)))
        case .unicode: return try? UnicodeEscape.standard.allowing(accepted).decode(bytes)
        case .html: return try? HTMLReferences.decode(bytes)
        case .hexdump: return try? dump(options.layout).allowing(accepted).decode(bytes)
        default: return decodeWhole(bytes, options, limit)
        }
    }

    /// The steps that are no plain codec.
    private func decodeWhole(_ bytes: Span<UInt8>, _ options: RecipeOptions, _ limit: Int) -> [UInt8]? {
        switch self {
        case .gunzip, .inflate:
            // The ratio that the command allows.
            let limits = InflateLimits(maximumByteCount: limit, maximumRatio: InflateLimits.standard.maximumRatio)
            return try? Inflater.inflate(bytes, format: self == .gunzip ? .gzip : nil, limits: limits)
        case .rot13: return Rot.rot13.decode(bytes)
        case .rot47: return Rot.rot47.decode(bytes)
        case .atbash: return Atbash().decode(bytes)
        case .caesar: return options.shift.map { Caesar(shift: $0).decode(bytes) }
        default: break
        }
        guard bytes.count <= Self.wholeLimit else { return nil }
        switch self {
        case .utf16, .utf16le, .utf16be, .utf32, .utf32le, .utf32be:
            return (try? BuiltInCharsets().decode(bytes, charset: name)).map { Array($0.utf8) }
        case .json:
            return (try? JSONReader.read(bytes))?.string.map { Array($0.utf8) }
        case .encodedWord:
            guard bytes.count <= Self.wordLimit else { return nil }
            let strictness: Strictness = options.isLenient ? .lenient : .strict
            let word = bytes.extracting(0..<textCount(bytes))
            return (try? EncodedWord.decode(word, strictness: strictness, charsets: SystemCharsets())).map {
                Array($0.utf8)
            }
        case .dataURI:
            let text = String(validating: [UInt8](bytes: bytes.extracting(0..<textCount(bytes))), as: UTF8.self)
            return try? text.map { try DataURI($0, rules: options.isLenient ? .whatwg : .rfc2397).bytes }
        case .pem:
            let blocks = try? PEM.find(in: bytes, options: options.isLenient ? .lenient : [])
            guard let block = blocks?.first, blocks?.count == 1 else { return nil }
            return try? block.block(from: bytes).bytes
        case .cArray: return try? ByteLiteral.decode(bytes)
        default: return nil
        }
    }

    // MARK: Lines

    /// Text in one line or in lines of 76 characters, with or without a line feed at its end.
    private func inLines(_ bytes: Span<UInt8>, _ codec: some TextCodec) -> [UInt8]? {
        guard !codec.options.contains(.whitespace), bytes.count > Self.lineLength, bytes[Self.lineLength] == 0x0a
        else { return inOneLine(bytes, codec) }
        var joined: [UInt8] = []
        joined.reserveCapacity(bytes.count)
        var start = 0
        while start < bytes.count {
            var end = min(start + Self.lineLength, bytes.count)
            let next = end + 1
            // The last line is shorter than the others, and may end in a line feed of its own.
            if next > bytes.count {
                end = start + textCount(bytes.extracting(start...))
            } else if bytes[end] != 0x0a {
                return nil
            }
            guard end > start else { return nil }
            joined.append(contentsOf: bytes.extracting(start..<end))
            start = next
        }
        return joined.contains(0x0a) ? nil : try? codec.decode(joined)
    }

    private func inOneLine(_ bytes: Span<UInt8>, _ codec: some TextCodec) -> [UInt8]? {
        let count = codec.options.contains(.whitespace) ? bytes.count : textCount(bytes)
        return try? codec.decode(bytes.extracting(0..<count))
    }

    private func number(_ bytes: Span<UInt8>, _ codec: some TextCodec) -> [UInt8]? {
        guard bytes.count <= Self.numberLimit else { return nil }
        return try? codec.decode(bytes.extracting(0..<textCount(bytes)))
    }

    private func dump(_ layout: RecipeOptions.DumpLayout?) -> HexDump {
        switch layout {
        case .canonical: .canonical
        case .plain: .plain
        case nil: .standard
        }
    }
}

/// How many bytes stand before a line feed at the end, or in all.
private func textCount(_ bytes: Span<UInt8>) -> Int {
    bytes.count > 0 && bytes[bytes.count - 1] == 0x0a ? bytes.count - 1 : bytes.count
}
