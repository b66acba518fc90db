internal import ArcaCompression
internal import ArcaCore
internal import ArcaDetect
internal import ArcaSystem

/// The evidence that decrypted data is meant, and not noise of a wrong key.
///
/// Its unit is bits: noise reaches n bits about once in 2^n times. There are five rules.
/// - Uneven bytes: by Kraft's inequality, noise is n bits shorter in a prefix code once in 2^n times.
/// - Text: the same, but the code for text is not quite one: of 140,000 pieces of noise of 8 to 48 bytes the best one
///   was 34 bits shorter, where 17 were expected. So only ``textShare`` of the bits count.
/// - Text in other charsets: see ``CharsetCode``, which is a code in this sense.
/// - Fields of a known format: noise has each fixed bit with probability 1/2. All fields that are required before data of
///   any content have the bits that are counted for them; what is counted after them only decides between modes.
/// - Compressed data: see `inflateBits`.
///
/// All of them hold only for noise, so the caller must leave out plaintext that depends on other plaintext for any key,
/// as repeated blocks do.
enum ContentEvidence {
    /// The evidence of the first bytes of decrypted data, or of all of it; negative for noise.
    ///
    /// - Parameters:
    ///   - bytes: The decrypted data.
    ///   - isWhole: Whether it is all of it.
    ///   - sharesBlock: Whether another mode decrypts the first block to the same bytes. Then fields after it must
    ///     confirm the format.
    /// - Returns: The evidence in bits.
    static func bits(_ bytes: [UInt8], isWhole: Bool, sharesBlock: Bool) -> Double {
        let plausibility = Plausibility(bytes)
        let raw = 8 * Double(bytes.count)
        // One bit for the choice between text and bytes.
        var best = max(raw - plausibility.rawBits, textShare * (raw - plausibility.textBits)) - 1
        if let format = formatBits(bytes, plausibility.format, sharesBlock: sharesBlock) { best = max(best, format) }
        if best < certain, let charset = charsetBits(bytes, isWhole: isWhole) { best = max(best, charset) }
        return best
    }

    private static let textShare = 0.6
    /// More than any number of combinations needs.
    private static let certain = 160.0

    /// Whether the first bytes may be content; false for nearly all noise, and cheap.
    static func isPossible(_ head: [UInt8]) -> Bool {
        guard head.count >= 8 else { return true }
        var seen = ByteCensusSet()
        var controlCount = 0
        var usualCounts = [0, 0]
        for (index, byte) in head.enumerated() {
            seen.insert(byte)
            switch byte {
            case .tab, .newline, .carriageReturn, 0x0c, 0x1b: break
            case 0..<0x20, 0x7f: controlCount += 1
            default: break
            }
            // The high bytes of UTF-16: alphabets, punctuation, kana, Han, Hangul, full width.
            switch byte {
            case 0...0x0e, 0x20, 0x30, 0x4e...0x9f, 0xac...0xd7, 0xff: usualCounts[index & 1] += 1
            default: break
            }
        }
        if controlCount == 0 || seen.count * 4 <= head.count * 3 { return true }
        if usualCounts.contains(where: { $0 * 2 * 16 >= head.count * 15 }) { return true }
        switch (head[0], head[1]) {
        // Kinds that need more than the first bytes: DER, Windows executables, bitmaps.
        case (0x30, 0x80...0x84), (0x4d, 0x5a), (0x42, 0x4d): return true
        default: return isZlib(head) || ForeignKinds.recognize(head) != nil
        }
    }

    private struct ByteCensusSet {
        private var words = SIMD4<UInt64>()
        private(set) var count = 0

        mutating func insert(_ byte: UInt8) {
            let bit = UInt64(1) << UInt64(byte & 63)
            guard words[Int(byte >> 6)] & bit == 0 else { return }
            words[Int(byte >> 6)] |= bit
            count += 1
        }
    }

    // MARK: Charsets

    /// The evidence of text in a charset other than UTF-8, in bits: of its characters, or of other alphabets in UTF-16.
    ///
    /// Western European text is measured as such; a code for other 8-bit alphabets takes most noise for text.
    private static func charsetBits(_ bytes: [UInt8], isWhole: Bool) -> Double? {
        let sample = bytes.prefix(4096)
        let isCut = !isWhole || sample.count < bytes.count
        let evidence: [Double] = CharsetCode.charsets.compactMap { charset in
            // The sample may end within a character of up to four bytes.
            for dropped in 0...(isCut ? min(3, sample.count) : 0) {
                guard let text = try? SystemCharsets().decode(Array(sample.dropLast(dropped)), charset: charset),
                    let bits = CharsetCode.bits(text, charset: charset)
                else { continue }
                let raw = 8 * Double(sample.count - dropped)
                return max(raw - bits, textShare * (raw - alphabetBits(text)))
            }
            return nil
        }
        return evidence.max()
    }

    /// The cost of text in any alphabet, in bits; infinite with control characters.
    private static func alphabetBits(_ text: String) -> Double {
        let controlCount = text.unicodeScalars.count { $0.value < 0x20 && !$0.properties.isWhitespace }
        guard controlCount * 64 <= text.utf8.count else { return .infinity }
        // Common characters are cheaper than their number allows: 2.5 bits for the choice among them, and four for the
        // charset.
        let wideCount = text.unicodeScalars.count { $0.value >= 0x2e80 }
        return Plausibility(Array(text.utf8)).textBits + 2.5 * Double(wideCount) + 4
    }

    // MARK: Formats

    private static func formatBits(_ bytes: [UInt8], _ format: Recognition?, sharesBlock: Bool) -> Double? {
        guard let format else {
            // The four headers that zlib writes determine 14 bits, others 11.
            return isZlib(bytes) ? inflateBits(bytes[...], .zlib).map { $0 + (bytes[0] == 0x78 ? 14 : 11) } : nil
        }
        let known = Double(format.evidenceBits)
        let bits: Double? =
            switch format.identifier {
            case "gzip":
                inflateBits(bytes[...], .gzip).map {
                    known + ([0, 2, 4].contains(bytes[8]) ? 6 : 0) + (bytes[9] < 14 || bytes[9] == 255 ? 4 : 0) + $0
                }
            case "zip": zipBits(bytes, known)
            case "sqlite": sqliteBits(bytes, known)
            case "png": pngBits(bytes, known)
            case "jpeg": jpegBits(bytes)
            case "pdf": pdfBits(bytes, known)
            case "tar": tarBits(bytes, known)
            case "7z": checksumBits(bytes, 12..<32, at: 8, known)
            case "xz": xzBits(bytes, known)
            case "zstd": zstdBits(bytes, known)
            case "lz4": lz4Bits(bytes, known)
            case "flac": bytes.count >= 8 ? flacBits(bytes, known) : nil
            default: known
            }
        let rest = Array(bytes.dropFirst(16).prefix(512))
        return (bits ?? (sharesBlock ? nil : known)).map {
            $0 + max(0, 8 * Double(rest.count) - Plausibility(rest).bits)
        }
    }

    private static func isZlib(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 8 && bytes[0] & 0x8f == 8 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
            && bytes[1] & 0x20 == 0
    }

    /// Evidence of a valid prefix of compressed data, or nil if it is invalid.
    ///
    /// Noise passes as deflate for 8 bytes in one of 8 cases, and loses 0.2 bits for each further byte (measured); 1/8 is
    /// counted. But a stored block may contain anything: noise has its type and the complement of its length once in 2^18
    /// times, and once in 2^23 if it must also be nearly 64 KiB long. So data that does not shrink counts no more.
    private static func inflateBits(_ bytes: ArraySlice<UInt8>, _ format: CompressionFormat) -> Double? {
        var inflater = Inflater(format: format, limits: .unlimited)
        let bytes = Array(bytes)
        var offset = 0
        var isFull = true
        while offset < bytes.count || isFull, !inflater.isAtEnd, inflater.outputByteCount < 4 << 20 {
            let piece = try? [UInt8](capacity: 64 << 10) { output throws(CompressionError) in
                offset += try inflater.inflate(bytes.span.extracting(offset..<bytes.count), into: &output)
                isFull = output.freeCapacity == 0
            }
            guard let piece, isFull || !piece.isEmpty || offset == bytes.count else { return nil }
        }
        let checked = !inflater.isAtEnd ? 0 : format == .gzip ? 64.0 : format == .zlib ? 32 : 0
        let shrinks = inflater.outputByteCount > offset + offset / 16
        return checked + (shrinks ? Double(offset) / 8 : min(Double(offset) / 8, offset >= 60 << 10 ? 23 : 18))
    }

    private static func zipBits(_ bytes: [UInt8], _ known: Double) -> Double? {
        guard bytes[0...3].elementsEqual([0x50, 0x4b, 3, 4]), bytes.count >= 31 else { return known }
        let (method, size) = (short(bytes, 8), word(bytes, 18))
        let (nameByteCount, extraByteCount) = (short(bytes, 26), short(bytes, 28))
        let start = 30 + nameByteCount + extraByteCount
        guard bytes[4] < 64, bytes[5] < 20, 1...1024 ~= nameByteCount, start <= bytes.count,
            [0, 8, 9, 12, 14, 93, 95, 98, 99].contains(method),
            !bytes[30..<30 + nameByteCount].contains(where: { $0 < 0x20 })
        else { return nil }
        let bits = known + 12 + Double(nameByteCount)
        if method == 8 {
            return inflateBits(bytes[start...], .deflate).map { bits + $0 }
        }
        guard method == 0, bytes[6] & 8 == 0, start + size + 4 <= bytes.count else { return bits }
        let next = start + size
        return bytes[next] == 0x50 && bytes[next + 1] == 0x4b && bytes[next + 2] < 8 ? bits + 20 : nil
    }

    /// Page size, versions and the constants of the header (SQLite, "Database File Format", section 1.3).
    private static func sqliteBits(_ bytes: [UInt8], _ known: Double) -> Double? {
        guard bytes.count >= 100 else { return nil }
        let pageByteCount = Int(bytes[16]) << 8 | Int(bytes[17])
        guard pageByteCount == 1 || pageByteCount >= 512 && pageByteCount.nonzeroBitCount == 1,
            1...2 ~= bytes[18], 1...2 ~= bytes[19], bytes[21...23].elementsEqual([64, 32, 20])
        else { return nil }
        return known + 50
    }

    private static func pngBits(_ bytes: [UInt8], _ known: Double) -> Double? {
        guard bytes.count >= 33 else { return known }
        let sum = Checksum.crc32(Array(bytes[12..<29]))
        return bytes[12...15].elementsEqual("IHDR".utf8) && sum == bigWord(bytes, 29) ? known + 96 : nil
    }

    /// Walks the segments, each of which begins with FF, up to the image data.
    private static func jpegBits(_ bytes: [UInt8]) -> Double? {
        var bits = 16.0
        var place = 2
        while place + 4 <= bytes.count {
            guard bytes[place] == 0xff, bytes[place + 1] >= 0xc0 else { return nil }
            if bytes[place + 1] == 0xff {
                place += 1
                continue
            }
            bits += 10
            if bytes[place + 1] == 0xda { break }
            let byteCount = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            guard byteCount >= 2 else { return nil }
            let name = bytes.dropFirst(place + 4).prefix(5)
            if name.elementsEqual("JFIF\0".utf8) || name.elementsEqual("Exif\0".utf8) { bits += 40 }
            place += 2 + byteCount
        }
        return bits
    }

    /// The version, and the text before the first stream.
    private static func pdfBits(_ bytes: [UInt8], _ known: Double) -> Double? {
        guard bytes.count >= 24, 0x31...0x32 ~= bytes[5], bytes[6] == .period, 0x30...0x39 ~= bytes[7] else {
            return nil
        }
        var text = bytes[16..<min(bytes.count, 1024)]
        let stream = Array("stream".utf8)
        if let end = text.indices.first(where: { text[$0...].starts(with: stream) }) { text = text[..<end] }
        let rest = 8 * Double(text.count) - Plausibility(Array(text)).bits
        return rest >= min(12, Double(text.count)) ? known + 16 + rest : nil
    }

    private static func tarBits(_ bytes: [UInt8], _ known: Double) -> Double? {
        guard bytes.count >= 512 else { return nil }
        let digits = bytes[148..<156].filter { 0x30...0x37 ~= $0 }
        let stored = digits.reduce(0) { $0 << 3 | Int($1 & 7) }
        let sum = bytes[..<512].reduce(0) { $0 + Int($1) } - bytes[148..<156].reduce(0) { $0 + Int($1) } + 8 * 0x20
        return stored == sum ? known + 24 : nil
    }

    private static func xzBits(_ bytes: [UInt8], _ known: Double) -> Double? {
        guard let bits = checksumBits(bytes, 6..<8, at: 8, known), bytes.count > 12, bytes[12] > 0 else { return nil }
        let end = 12 + (Int(bytes[12]) + 1) * 4
        return end <= bytes.count ? checksumBits(bytes, 12..<end - 4, at: end - 4, bits) : bits
    }

    /// The frame header and the first block's header (RFC 8878, section 3.1.1).
    private static func zstdBits(_ bytes: [UInt8], _ known: Double) -> Double? {
        guard bytes.count >= 6, bytes[4] & 8 == 0 else { return nil }
        let isSingle = bytes[4] & 0x20 != 0
        var place = 5 + (isSingle ? 0 : 1) + [0, 1, 2, 4][Int(bytes[4] & 3)]
        place += [isSingle ? 1 : 0, 2, 4, 8][Int(bytes[4] >> 6)]
        // One reserved bit; and three that compressors leave zero: an unused one, and no dictionary.
        var bits = known + (bytes[4] & 0x13 == 0 ? 4 : 1)
        while place + 3 <= bytes.count {
            let header = short(bytes, place) | Int(bytes[place + 2]) << 16
            let (type, byteCount) = (header >> 1 & 3, header >> 3)
            guard type != 3, byteCount <= 128 << 10 else { return nil }
            bits += 4
            if header & 1 != 0 { break }
            place += 3 + (type == 1 ? 1 : byteCount)
        }
        return bits
    }

    /// The version, and the reserved bits and block size of the descriptor (LZ4 frame format, "Frame Descriptor").
    private static func lz4Bits(_ bytes: [UInt8], _ known: Double) -> Double? {
        guard bytes.count >= 7, bytes[4] & 0xc2 == 0x40, 0x40...0x70 ~= bytes[5], bytes[5] & 0xf == 0 else {
            return nil
        }
        return known + 9
    }

    /// STREAMINFO, the first block, has 34 bytes (RFC 9639, section 8).
    private static func flacBits(_ bytes: [UInt8], _ known: Double) -> Double? {
        bytes[4] & 0x7f == 0 && bytes[5...7].elementsEqual([0, 0, 34]) ? known + 31 : nil
    }

    private static func checksumBits(_ bytes: [UInt8], _ part: Range<Int>, at place: Int, _ known: Double) -> Double? {
        guard bytes.count >= max(part.upperBound, place + 4) else { return nil }
        return Int(Checksum.crc32(Array(bytes[part]))) == word(bytes, place) ? known + 32 : nil
    }

    private static func short(_ bytes: [UInt8], _ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }

    private static func word(_ bytes: [UInt8], _ place: Int) -> Int {
        short(bytes, place) | short(bytes, place + 2) << 16
    }

    private static func bigWord(_ bytes: [UInt8], _ place: Int) -> UInt32 {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
