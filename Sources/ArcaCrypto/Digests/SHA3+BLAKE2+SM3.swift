/// SHA3-224, 28 bytes.
///
/// Source: FIPS 202, section 6.1.
public struct SHA3_224: HashFunction {
    /// The equivalent runtime value.
    @inlinable public static var function: AnyHashFunction { .sha3_224 }
    /// The running computation.
    public var state: HashState<Self>

    /// Creates a hasher from a running computation.
    public init(state: HashState<Self>) { self.state = state }
}

/// SHA3-256, 32 bytes.
///
/// Source: FIPS 202, section 6.1.
public struct SHA3_256: HashFunction {
    /// The equivalent runtime value.
    @inlinable public static var function: AnyHashFunction { .sha3_256 }
    /// The running computation.
    public var state: HashState<Self>

    /// Creates a hasher from a running computation.
    public init(state: HashState<Self>) { self.state = state }
}

/// SHA3-384, 48 bytes.
///
/// Source: FIPS 202, section 6.1.
public struct SHA3_384: HashFunction {
    /// The equivalent runtime value.
    @inlinable public static var function: AnyHashFunction { .sha3_384 }
    /// The running computation.
    public var state: HashState<Self>

    /// Creates a hasher from a running computation.
    public init(state: HashState<Self>) { self.state = state }
}

/// SHA3-512, 64 bytes.
///
/// Source: FIPS 202, section 6.1.
public struct SHA3_512: HashFunction {
    /// The equivalent runtime value.
    @inlinable public static var function: AnyHashFunction { .sha3_512 }
    /// The running computation.
    public var state: HashState<Self>

    /// Creates a hasher from a running computation.
    public init(state: HashState<Self>) { self.state = state }
}

/// SHAKE128, with variable-length output and at most 128 bits of security.
///
/// Source: FIPS 202, section 6.2.
public struct SHAKE128: ExtendableHashFunction {
    /// The equivalent runtime value.
    @inlinable public static var function: AnyHashFunction { .shake128 }
    /// The running computation.
    public var state: HashState<Self>

    /// Creates a hasher from a running computation.
    public init(state: HashState<Self>) { self.state = state }
}

/// SHAKE256, with variable-length output and at most 256 bits of security.
///
/// Source: FIPS 202, section 6.2.
public struct SHAKE256: ExtendableHashFunction {
    /// The equivalent runtime value.
    @inlinable public static var function: AnyHashFunction { .shake256 }
    /// The running computation.
    public var state: HashState<Self>

    /// Creates a hasher from a running computation.
    public init(state: HashState<Self>) { self.state = state }
}

/// BLAKE2b-512, 64 bytes.
///
/// Source: RFC 7693.
public struct BLAKE2b: HashFunction {
    /// The equivalent runtime value.
    @inlinable public static var function: AnyHashFunction { .blake2b }
    /// The running computation.
    public var state: HashState<Self>

    /// Creates a hasher from a running computation.
    public init(state: HashState<Self>) { self.state = state }
}

/// BLAKE2s-256, 32 bytes.
///
/// Source: RFC 7693.
public struct BLAKE2s: HashFunction {
    /// The equivalent runtime value.
    @inlinable public static var function: AnyHashFunction { .blake2s }
    /// The running computation.
    public var state: HashState<Self>

    /// Creates a hasher from a running computation.
    public init(state: HashState<Self>) { self.state = state }
}

/// SM3, the Chinese standard hash function, 32 bytes.
///
/// Source: GB/T 32905-2016.
public struct SM3: HashFunction {
    /// The equivalent runtime value.
    @inlinable public static var function: AnyHashFunction { .sm3 }
    /// The running computation.
    public var state: HashState<Self>

    /// Creates a hasher from a running computation.
    public init(state: HashState<Self>) { self.state = state }
}
