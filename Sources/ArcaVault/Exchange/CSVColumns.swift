public import ArcaCodecs

/// Which columns of a CSV file are read as what: `service=site,account=login,password=pass`.
public struct CSVColumns: Sendable, Hashable {
    /// What a column can be.
    public enum Meaning: String, Sendable, Hashable, CaseIterable {
        /// What people call the item; also the service when there is no other.
        case title
        /// The service of a generic password.
        case service
        /// The account.
        case account
        /// The password.
        case password
        /// A web address, which makes an internet password.
        case url
        /// A remark.
        case notes
        /// A one-time password: an `otpauth://` URI or a key in Base32.
        case otp
        /// The group or folder.
        case group
        /// When the item was made: ISO 8601, or seconds or milliseconds since 1970.
        case created
        /// When the item was last changed.
        case modified
        /// When the password was last changed.
        case changed
        /// When the password should no longer be used.
        case expires
    }

    /// The name of the column that is read as each meaning.
    public let names: [Meaning: String]

    /// Reads a list of meanings and columns.
    ///
    /// - Parameter text: `MEANING=COLUMN` with commas between them, such as `service=site,password=pass`; names of
    ///   columns are compared without regard to case.
    /// - Throws: ``VaultError`` with code `.invalidArgument` for an unknown or repeated meaning, a missing column, and for
    ///   a list that names neither an item nor a secret.
    public init(_ text: String) throws(VaultError) {
        var names: [Meaning: String] = [:]
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let equals = part.firstIndex(of: "="), equals < part.index(before: part.endIndex) else {
                throw VaultError(.invalidArgument, "a column is given as MEANING=COLUMN, not as '\(part)'")
            }
            guard let meaning = Meaning(rawValue: String(part[..<equals])) else {
                let known = Meaning.allCases.map(\.rawValue).joined(separator: ", ")
                throw VaultError(.invalidArgument, "'\(part[..<equals])' is no meaning of a column; there are \(known)")
            }
            guard names.updateValue(String(part[part.index(after: equals)...]), forKey: meaning) == nil else {
                throw VaultError(.invalidArgument, "two columns are given for \(meaning.rawValue)")
            }
        }
        guard names[.title] != nil || names[.service] != nil || names[.url] != nil else {
            throw VaultError(.invalidArgument, "no column is given that names an item: title, service or url")
        }
        self.names = names
    }
}
