internal import ArcaCrypto

/// The relation of a file's state to the newest state seen.
///
/// Source: Documentation/VAULT-FORMAT.md, "Anchor".
enum Freshness: Sendable, Equatable {
    case same
    /// A descendant of the state seen.
    case newer
    /// A later state that cannot be traced back to the state seen.
    case untraceable
    /// An older file: a rollback.
    case older
    /// A fork: the file's history differs from the one seen, because two copies were changed.
    case forked

    /// Compares a file's state with the newest one seen; `digests` returns nil if the log does not reach back.
    init(
        of state: StateRecord, since seen: Anchor, _ keys: RecordKeys,
        digests: (_ from: UInt64) throws -> [[UInt8]]?
    ) throws {
        if (state.epoch, state.generation) < (seen.epoch, seen.generation) {
            self = .older
        } else if state.epoch == seen.epoch, state.generation == seen.generation {
            self = constantTimeEqual(state.chain, seen.chain) ? .same : .forked
        } else if state.epoch > seen.epoch {
            // A rotation continues the numbering; a rotation with a lower generation was made on a copy.
            self = state.generation > seen.generation ? .untraceable : .forked
        } else if let digests = try digests(seen.generation + 1) {
            let chain = keys.chain(from: seen.chain, after: seen.generation, digests)
            self = constantTimeEqual(chain, state.chain) ? .newer : .forked
        } else {
            self = .untraceable
        }
    }
}
