/// Broken or obsolete algorithms, for reading old data and for interoperability.
public enum Insecure {}

extension Insecure {
    /// MD5, 16 bytes: collisions take seconds.
    ///
    /// Source: RFC 1321; attacks in RFC 6151.
    public struct MD5: HashFunction {
        /// The equivalent runtime value.
        @inlinable public static var function: AnyHashFunction { .md5 }
        /// The running computation.
        public var state: HashState<Self>

        /// Creates a hasher from a running computation.
        public init(state: HashState<Self>) { self.state = state }
    }

    /// SHA-1, 20 bytes: collisions have been found since 2017.
    ///
    /// Source: FIPS 180-4, section 6.1; attacks in RFC 6194.
    public struct SHA1: HashFunction {
        /// The equivalent runtime value.
        @inlinable public static var function: AnyHashFunction { .sha1 }
        /// The running computation.
        public var state: HashState<Self>

        /// Creates a hasher from a running computation.
        public init(state: HashState<Self>) { self.state = state }
    }

    /// RIPEMD-160, 20 bytes: too short to resist collisions.
    ///
    /// Source: ISO/IEC 10118-3.
    public struct RIPEMD160: HashFunction {
        /// The equivalent runtime value.
        @inlinable public static var function: AnyHashFunction { .ripemd160 }
        /// The running computation.
        public var state: HashState<Self>

        /// Creates a hasher from a running computation.
        public init(state: HashState<Self>) { self.state = state }
    }
}
