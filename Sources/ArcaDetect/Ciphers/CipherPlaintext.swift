internal import ArcaCore
internal import ArcaCrypto

/// The plausibility of decrypted bytes.
enum CipherPlaintext {
    /// Whether the beginning or a part of a plaintext may be text or a known format.
    ///
    /// Every block must be, so a wrong IV is noticed. Random bytes pass once in 50,000 times for 16 bytes.
    static func isPlausible(_ bytes: ArraySlice<UInt8>) -> Bool {
        if isWide(bytes) || hasMagic(bytes) { return true }
        return stride(from: bytes.startIndex, to: bytes.endIndex, by: 16).allSatisfy { start in
            isText(bytes[start..<min(start + 16, bytes.endIndex)])
        }
    }

    private static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
        var strange = 0
        var high = 0
        for byte in bytes {
            if byte >= 0x80 { high += 1 }
            if byte < 0x20 && !byte.isWhitespace || byte == 0x7f { strange += 1 }
        }
        guard strange * 16 <= bytes.count else { return false }
        return high == 0 || strayCount(bytes) * 16 <= bytes.count || isDoubleByteText(bytes)
    }

    private static func hasMagic(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count >= 8 else { return false }
        let format = Array(bytes).withBytes { ForeignKinds.look(at: $0) }
        return format.map { $0.evidenceBits >= 16 } ?? false
    }

    /// Bytes that are not part of a UTF-8 character; both ends may cut one.
    private static func strayCount(_ bytes: ArraySlice<UInt8>) -> Int {
        let bytes = Array(bytes)
        var index = 0
        while index < min(3, bytes.count), bytes[index] & 0xc0 == 0x80 { index += 1 }
        var stray = 0
        while index < bytes.count {
            let byte = bytes[index]
            guard byte >= 0x80 else {
                index += 1
                continue
            }
            let length = byte < 0xc2 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 1
            let end = min(index + length, bytes.count)
            if length > 1, bytes[(index + 1)..<end].allSatisfy({ $0 & 0xc0 == 0x80 }) {
                index = end
            } else {
                stray += 1
                index += 1
            }
        }
        return stray
    }

    /// Whether high bytes come in pairs, as in GB 2312 and its relatives.
    private static func isDoubleByteText(_ bytes: ArraySlice<UInt8>) -> Bool {
        let bytes = Array(bytes)
        for start in 0...1 where bytes.count >= 8 {
            var index = start
            var isPaired = true
            while index < bytes.count, isPaired {
                if bytes[index] < 0x80 {
                    index += 1
                } else {
                    let isCut = index + 1 == bytes.count
                    isPaired = 0xa1...0xf7 ~= bytes[index] && (isCut || 0xa1...0xfe ~= bytes[index + 1])
                    index += 2
                }
            }
            if isPaired { return true }
        }
        return false
    }

    /// Whether every other byte is zero, as in UTF-16 with Latin letters.
    static func isWide(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count >= 8 else { return false }
        let zeros = [0, 1].map { parity in
            bytes.indices.count { ($0 - bytes.startIndex) % 2 == parity && bytes[$0] == 0 }
        }
        let half = bytes.count / 2
        return zeros[0] * 8 > half * 7 && zeros[1] == 0 || zeros[1] * 8 > half * 7 && zeros[0] == 0
    }

    /// The text of UTF-16 in UTF-8; nil if the bytes are something else.
    static func narrowed(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count.isMultiple(of: 2), isWide(bytes[...]) else { return nil }
        let isLittle = bytes[1] == 0 || bytes[0] == 0xff
        let (high, low) = isLittle ? (1, 0) : (0, 1)
        let units: [UInt16] = stride(from: 0, to: bytes.count, by: 2).map { index in
            UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + low])
        }
        return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
    }

    // MARK: Padding

    /// The paddings that fit a last block, with their length and the bits that they do not determine.
    static func paddings(_ block: ArraySlice<UInt8>) -> [(padding: Cipher.Padding, count: Int, bits: Double)] {
        let bytes = Array(block)
        var found: [(padding: Cipher.Padding, count: Int, bits: Double)] = []
        for padding in [Cipher.Padding.pkcs7, .x923, .iso7816, .zero, .spaces, .iso10126] {
            let count = bytes.withUnsafeBufferPointer { padding.byteCount(inLastBlock: $0) }
            guard let count, count > 0, !(padding == .zero && count == bytes.count) else { continue }
            switch padding {
            case .pkcs7: found.append((padding, count, 4))
            case .x923 where count > 1: found.append((padding, count, 6))
            case .iso7816, .zero: found.append((padding, count, 6))
            case .spaces where count > 1: found.append((padding, count, 6))
            case .iso10126 where count > 1: found.append((padding, count, 8 + 8 * Double(count - 1)))
            default: break
            }
        }
        found.append((.none, 0, 3))
        return found
    }

    /// Whether a last block has a padding that chance hardly gives.
    static func hasStrongPadding(_ block: ArraySlice<UInt8>) -> Bool {
        guard !block.isEmpty else { return false }
        return paddings(block).contains { $0.padding != .iso10126 && $0.padding != .none && $0.count >= 4 }
    }
}
