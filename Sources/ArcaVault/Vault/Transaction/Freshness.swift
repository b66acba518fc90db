internal import ArcaCore
internal import ArcaCrypto

/// How a file stands to the newest state that was seen of it.
///
/// Source: Documentation/VAULT-FORMAT.md, "Anchor".
enum Freshness: Sendable, Equatable {
    /// The state that was seen.
    case same
    /// A later state that grew out of the one that was seen.
    case newer
    /// A later state whose past cannot be traced back to the one that was seen.
    case untraceable
    /// An older file was put back.
    case older
    /// Two copies were written to: this file's past is not the one that was seen.
    case forked

    /// Compares a file's state with one that was seen.
    ///
    /// - Parameters:
    ///   - state: The file's state.
    ///   - seen: The newest that was seen of the same vault.
    ///   - keys: The keys of the state's epoch.
    ///   - digests: The log's digests from a generation to the state's, in order; nil when it does not reach back.
    /// - Throws: ``VaultError`` as reading the log does.
    init(
        of state: StateRecord, since seen: Anchor, _ keys: RecordKeys,
        digests: (_ from: UInt64) throws -> [[UInt8]]?
    ) throws {
        if (state.epoch, state.generation) < (seen.epoch, seen.generation) {
            self = .older
        } else if state.epoch == seen.epoch, state.generation == seen.generation {
            self = constantTimeEqual(state.chain, seen.chain) ? .same : .forked
        } else if state.epoch > seen.epoch {
            // A rotation goes on counting; one that did not see the other's generations was made of a copy.
            self = state.generation > seen.generation ? .untraceable : .forked
        } else if let digests = try digests(seen.generation + 1) {
            let chain = keys.chain(from: seen.chain, after: seen.generation, digests)
            self = constantTimeEqual(chain, state.chain) ? .newer : .forked
        } else {
            self = .untraceable
        }
    }
}
