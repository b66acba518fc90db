public import ArcaCore
public import ArcaCrypto

/// A code on paper that opens a vault when all else is lost: 128 random bits, six groups of five symbols.
///
/// ```swift
/// let code = try RecoveryCode()
/// let text = try code.text                              // 7ZK4M-…: to be written down
/// let same = try RecoveryCode("7zk4m …".utf8)
/// ```
///
/// 26 symbols of Crockford's Base32 hold the bits and 4 check them, so that a slip of the pen is told at once and
/// without the vault.
///
/// Source: Documentation/VAULT-FORMAT.md, "Texts".
public struct RecoveryCode: Sendable, Equatable {
    private static let byteCount = 16
    private static let label = Array("arca.recovery.v1\0".utf8)

    /// 16 bytes, secret.
    package let code: SecretBytes

    /// Makes a new code.
    ///
    /// - Throws: ``VaultError`` with code `.systemFailed` without randomness.
    public init() throws(VaultError) {
        code = try VaultError.wrap { try SecretBytes(randomByteCount: Self.byteCount) }
    }

    /// Makes a code of its bits.
    ///
    /// - Parameter code: 16 bytes, secret and random.
    init(bits code: SecretBytes) {
        precondition(code.count == Self.byteCount)
        self.code = code
    }

    /// Reads a code as people write it: small letters, `I` and `L` for 1, `O` for 0, hyphens and spaces anywhere.
    ///
    /// - Parameter text: The code, secret; wiping it is the caller's business.
    /// - Throws: ``VaultError`` with code `.malformed`: at the byte that is not a symbol; for check symbols that do not match,
    ///   at the group that was mistyped, where one can be told. It never quotes the text.
    public init(_ text: borrowing some Bytes) throws(VaultError) {
        let symbols: RecoveryCodeSymbols
        do { symbols = try RecoveryCodeSymbols(text) } catch { throw VaultError(wrapping: error) }
        if let code = Self.code(of: symbols.values) {
            self.code = code
            return
        }
        guard let group = Self.mistypedGroup(of: symbols.values) else {
            throw VaultError(.malformed, "the recovery code is mistyped: its check symbols do not match")
        }
        throw VaultError(
            .malformed, at: symbols.groupOffsets[group], "group \(group + 1) of the recovery code is mistyped")
    }

    /// The code as text, secret: six groups of five capitals and digits, joined by hyphens.
    public var text: SecretBytes { RecoveryCodeSymbols.text(of: Self.symbols(of: code)) }

    /// `S` of its slots.
    var slotSecret: SymmetricKey { SymmetricKey(code) }

    /// The 30 numbers of five bits that stand for a code.
    private static func symbols(of code: SecretBytes) -> SecretBytes {
        var hash = SHA256()
        hash.update(label)
        hash.update(code)
        let check = hash.finalize().bytes
        return code.withBytes { code in
            SecretBytes(byteCount: RecoveryCodeSymbols.count) { output in
                for index in 0..<RecoveryCodeSymbols.codeCount { output.append(code.fiveBits(at: 5 * index)) }
                for index in 0..<RecoveryCodeSymbols.count - RecoveryCodeSymbols.codeCount {
                    output.append(check.span.fiveBits(at: 5 * index))
                }
            }
        }
    }

    /// The code that 30 numbers stand for; nil when the check or the two bits that are zero do not fit.
    private static func code(of symbols: SecretBytes) -> SecretBytes? {
        let code = symbols.withBytes { symbols in
            SecretBytes(byteCount: byteCount) { output in
                var accumulator: UInt32 = 0
                var bits = 0
                for index in 0..<RecoveryCodeSymbols.codeCount {
                    accumulator = accumulator << 5 | UInt32(symbols[index])
                    bits += 5
                    guard bits >= 8, output.freeCapacity > 0 else { continue }
                    bits -= 8
                    output.append(UInt8(truncatingIfNeeded: accumulator >> UInt32(bits)))
                }
            }
        }
        return Self.symbols(of: code) == symbols ? code : nil
    }

    /// The group in which one wrong symbol, or two neighbors swapped, explain a check that does not fit.
    ///
    /// By chance a wrong explanation fits one code in a thousand; with two that differ nothing is said.
    private static func mistypedGroup(of symbols: SecretBytes) -> Int? {
        var group: Int?
        for place in 0..<RecoveryCodeSymbols.count {
            var candidates = (0..<32).map { RecoveryCodeSymbols.replacing(place, by: $0, in: symbols) }
            if place + 1 < RecoveryCodeSymbols.count {
                candidates.append(RecoveryCodeSymbols.swapping(place, place + 1, in: symbols))
            }
            for candidate in candidates {
                guard code(of: candidate) != nil else { continue }
                guard group == nil || group == place / RecoveryCodeSymbols.groupCount else { return nil }
                group = place / RecoveryCodeSymbols.groupCount
            }
        }
        return group
    }
}

extension RecoveryCode: CustomStringConvertible, CustomReflectable {
    /// Never the code.
    public var description: String { "RecoveryCode" }

    /// No children: `dump` shows nothing of the code.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Span<UInt8> {
    /// Five bits from a bit on, zeros behind the end.
    fileprivate func fiveBits(at bit: Int) -> UInt8 {
        let high = UInt16(self[bit / 8]) << 8
        let low = bit / 8 + 1 < count ? UInt16(self[bit / 8 + 1]) : 0
        return UInt8(truncatingIfNeeded: (high | low) >> UInt16(11 - bit % 8)) & 31
    }
}
