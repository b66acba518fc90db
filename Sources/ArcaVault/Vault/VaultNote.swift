/// What is worth telling the user about a vault that opened all the same.
public enum VaultNote: Sendable, Hashable, CustomStringConvertible {
    /// This machine has not seen the vault before, so it cannot tell whether the file is the newest.
    case unseen
    /// As ``unseen``, and the key came out of a slot for a public key, which anyone could have made.
    case unseenAndUnproven
    /// What this machine remembered of the vault was damaged.
    case damagedAnchor
    /// The file is newer than what this machine has seen, but too much so to follow it back.
    case untraceable
    /// This machine could not remember the vault's state.
    case anchorNotKept(String)

    /// A sentence for the user, lower case, no full stop.
    public var description: String {
        switch self {
        case .unseen: "this machine sees the vault for the first time, so it cannot tell whether the file is the newest"
        case .unseenAndUnproven:
            "this machine sees the vault for the first time, and a slot for a public key does not prove who made the file"
        case .damagedAnchor:
            "what this machine remembered of the vault was damaged, so it cannot tell whether the file is the newest"
        case .untraceable: "the vault changed too much since this machine saw it to follow all of its past"
        case .anchorNotKept(let reason): "this machine cannot remember the vault's state: \(reason)"
        }
    }
}
