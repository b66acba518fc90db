/// Whether encoded text ends in padding characters (RFC 4648, section 3.2).
public enum PaddingRule: Sendable, Hashable {
    /// Written, and demanded in decoding.
    case required
    /// Not written, and refused in decoding.
    case absent
    /// Written; text with all of its padding or none is decoded.
    case either
}
