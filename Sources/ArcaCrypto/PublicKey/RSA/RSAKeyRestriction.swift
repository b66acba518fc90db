/// What the identifier `id-RSASSA-PSS` says of a key: it is for PSS signatures alone.
///
/// Source: RFC 4055, section 1.2 and 3.1.
public struct RSAKeyRestriction: Sendable, Hashable {
    /// The parameters that signatures must have, with ``RSAPSSParameters/saltByteCount`` as the least length; nil where
    /// the key leaves them open.
    public let parameters: RSAPSSParameters?

    /// Restricts a key to PSS, and to parameters where there are some.
    public init(parameters: RSAPSSParameters? = nil) { self.parameters = parameters }
}
