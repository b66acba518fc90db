/// Algorithms that no longer protect: for reading old data and for talking to old programs.
public enum Insecure {}

extension Insecure {
    /// MD5, 16 bytes: collisions take seconds.
    ///
    /// Source: RFC 1321; attacks in RFC 6151.
    public struct MD5: PlainHashFunction {
        /// The function that the type stands for.
        @inlinable public static var function: HashFunction { .md5 }
        /// The computation in progress.
        public var state: HashState<Self>

        /// Makes a value that continues a computation.
        public init(state: HashState<Self>) { self.state = state }
    }

    /// SHA-1, 20 bytes: collisions have been made since 2017.
    ///
    /// Source: FIPS 180-4, section 6.1; attacks in RFC 6194.
    public struct SHA1: PlainHashFunction {
        /// The function that the type stands for.
        @inlinable public static var function: HashFunction { .sha1 }
        /// The computation in progress.
        public var state: HashState<Self>

        /// Makes a value that continues a computation.
        public init(state: HashState<Self>) { self.state = state }
    }

    /// RIPEMD-160, 20 bytes: its length no longer resists collisions.
    ///
    /// Source: ISO/IEC 10118-3.
    public struct RIPEMD160: StaticHashFunction {
        /// The function that the type stands for.
        @inlinable public static var function: HashFunction { .ripemd160 }
        /// The computation in progress.
        public var state: HashState<Self>

        /// Makes a value that continues a computation.
        public init(state: HashState<Self>) { self.state = state }
    }
}
