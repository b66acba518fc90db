public import ArcaCore
public import ArcaCrypto

/// A recovery code on paper: 128 random bits in six groups of five symbols.
///
/// ```swift
/// let code = try RecoveryCode()
/// let text = try code.text                              // 7ZK4M-…: write it down
/// let same = try RecoveryCode("7zk4m …".utf8)
/// ```
///
/// 26 symbols of Crockford's Base32 hold the bits and 4 are check symbols, so typing errors are detected immediately
/// and without the vault.
///
/// Source: Documentation/VAULT-FORMAT.md, "Texts".
public struct RecoveryCode: Sendable, Equatable {
    private static let byteCount = 16
    private static let label = Array("arca.recovery.v1\0".utf8)

    package let code: SecretBytes

    /// Creates a random code.
    ///
    /// - Throws: ``VaultError`` with code `.systemFailed` if random bytes are not available.
    public init() throws(VaultError) {
        code = try VaultError.wrap { try SecretBytes(randomByteCount: Self.byteCount) }
    }

    /// Creates a code from its bits: 16 bytes, secret and random.
    init(bits code: SecretBytes) {
        precondition(code.count == Self.byteCount)
        self.code = code
    }

    /// Parses a code as people type it: lower case, `I` and `L` for 1, `O` for 0, hyphens and spaces anywhere.
    ///
    /// - Parameter text: The code, secret. The caller wipes it.
    /// - Throws: ``VaultError`` with code `.malformed`, at the invalid byte or, for wrong check symbols, at the
    ///   mistyped group if it can be identified. It never quotes the text.
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

    /// The code as text, secret: six groups of five capitals and digits, separated by hyphens.
    public var text: SecretBytes { RecoveryCodeSymbols.text(of: Self.symbols(of: code)) }

    /// `S` in the vault format, for slots of this code.
    var slotSecret: SymmetricKey { SymmetricKey(code) }

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

    /// Decodes 30 symbols; nil if the check symbols or the two zero bits are wrong.
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

    /// The group in which a single wrong symbol, or two swapped neighbors, would explain the wrong check symbols.
    ///
    /// A wrong explanation fits one code in a thousand by chance. Returns nil if explanations disagree.
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
    /// The type's name, never the code.
    public var description: String { "RecoveryCode" }

    /// Empty: `dump` does not show the code.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Span<UInt8> {
    /// Five bits starting at an offset, padded with zeros at the end.
    fileprivate func fiveBits(at bit: Int) -> UInt8 {
        let high = UInt16(self[bit / 8]) << 8
        let low = bit / 8 + 1 < count ? UInt16(self[bit / 8 + 1]) : 0
        return UInt8(truncatingIfNeeded: (high | low) >> UInt16(11 - bit % 8)) & 31
    }
}
