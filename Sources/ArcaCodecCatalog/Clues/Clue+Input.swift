internal import ArcaCore

extension Codec.Clue {
    /// Properties of an input that several clues depend on.
    package struct Input: Sendable {
        let census: ByteCensus
        let isText: Bool
        let isKnownFormat: Bool
        /// Whether some bytes are not UTF-8.
        let hasStrayBytes: Bool
        /// The first and last bytes that are not white space, or zeros.
        let ends: (first: UInt8, last: UInt8)
        let isMarkup: Bool
        let isURL: Bool
        let isDataURI: Bool
        /// Cost of the white space that decoding skips, in bits; 0 if all groups have the same length.
        let irregularity: Double

        package init(
            _ bytes: Span<UInt8>, _ census: ByteCensus, isText: Bool, isKnownFormat: Bool, hasStrayBytes: Bool
        ) {
            self.census = census
            self.isText = isText
            self.isKnownFormat = isKnownFormat
            self.hasStrayBytes = hasStrayBytes
            ends = TextForm.ends(bytes) ?? (0, 0)
            isMarkup =
                ends.first == UInt8(ascii: "<") || census[UInt8(ascii: "<")] > 0 && census[UInt8(ascii: ">")] > 0
            isURL = TextForm.isURL(bytes)
            isDataURI = TextForm.isDataURI(bytes)
            let hasSpaces = isText && !census.present.intersection(.whitespace).isEmpty
            irregularity = hasSpaces ? Self.irregularity(bytes) : 0
        }

        var present: ByteSet { census.present }

        func count(_ character: Unicode.Scalar) -> Int { census[UInt8(ascii: character)] }

        func has(_ character: Unicode.Scalar) -> Bool { count(character) > 0 }

        /// Whether escapes are occasional in many lines: they are quoted, or belong to strings of a program.
        func isSparse(_ escapeCount: Int) -> Bool { census[0x0a] >= 4 && escapeCount < 2 * census[0x0a] }

        /// Cost of a group of another length, in bits.
        private static let groupBits = 4.0
        /// Maximum size of the text whose groups are compared, in bytes.
        private static let groupedByteCount = 4096

        private static func irregularity(_ bytes: Span<UInt8>) -> Double {
            var lengths: [Int] = []
            var length = 0
            for index in 0..<min(bytes.count, groupedByteCount) {
                if bytes[index] > 0x20 {
                    length += 1
                } else if length > 0 {
                    lengths.append(length)
                    length = 0
                }
            }
            let isRegular = lengths.allSatisfy { $0 == lengths.first } && length <= lengths.first ?? .max
            return isRegular ? 0 : groupBits * Double(lengths.count)
        }
    }
}

/// Forms of text that are recognized by a few characters.
package enum TextForm {
    /// JSON beyond this size is recognized by its brackets alone.
    private static let jsonLimit = 4 << 20
    /// Maximum length of a URL's scheme, in bytes.
    private static let schemeLimit = 16

    /// The first and last bytes that are not white space.
    package static func ends(_ bytes: Span<UInt8>) -> (first: UInt8, last: UInt8)? {
        var start = 0
        var end = bytes.count
        while start < end, bytes[start] <= 0x20 { start += 1 }
        while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
        return start < end ? (bytes[start], bytes[end - 1]) : nil
    }

    package static func isJSONDocument(_ bytes: Span<UInt8>) -> Bool {
        guard let (first, last) = ends(bytes), first == 0x7b && last == 0x7d || first == 0x5b && last == 0x5d else {
            return false
        }
        return bytes.count > jsonLimit || (try? JSONReader.read(bytes)) != nil
    }

    /// Whether a word is a URL with `//`.
    package static func isURL(_ bytes: Span<UInt8>) -> Bool {
        var index = 0
        let scheme = ByteSet.alphanumeric + ByteSet("+-.")
        while index < min(bytes.count, schemeLimit), scheme.contains(bytes[index]) { index += 1 }
        return index > 1 && bytes.count > index + 3 && bytes[index] == 0x3a && bytes[index + 1] == 0x2f
            && bytes[index + 2] == 0x2f
    }

    /// Whether the text starts like `data:`, after optional white space: with `d`, and a colon four bytes later.
    static func isDataURI(_ bytes: Span<UInt8>) -> Bool {
        var start = 0
        while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
        return bytes.count > start + 5 && bytes[start + 4] == UInt8(ascii: ":")
            && bytes[start] | 0x20 == UInt8(ascii: "d")
    }
}
