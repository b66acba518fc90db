internal import ArcaVault

/// The classes of items, as the command line calls them.
enum ItemClassName: String, ArgumentValue, CaseIterable {
    case password, internet, key, certificate, note, file

    /// The class that the name stands for.
    var itemClass: VaultItem.Class {
        switch self {
        case .password: .genericPassword
        case .internet: .internetPassword
        case .key: .key
        case .certificate: .certificate
        case .note: .note
        case .file: .file
        }
    }

    init(_ itemClass: VaultItem.Class) {
        switch itemClass {
        case .genericPassword: self = .password
        case .internetPassword: self = .internet
        case .key: self = .key
        case .certificate: self = .certificate
        case .note: self = .note
        case .file: self = .file
        }
    }
}
