/// SHA-224, 28 bytes.
///
/// Source: FIPS 180-4, section 6.3.
public struct SHA224: HashFunction {
    /// The equivalent runtime value.
    @inlinable public static var function: AnyHashFunction { .sha224 }
    /// The running computation.
    public var state: HashState<Self>

    /// Creates a hasher from a running computation.
    public init(state: HashState<Self>) { self.state = state }
}

/// SHA-256, 32 bytes: the default choice.
///
/// Source: FIPS 180-4, section 6.2.
public struct SHA256: HashFunction {
    /// The equivalent runtime value.
    @inlinable public static var function: AnyHashFunction { .sha256 }
    /// The running computation.
    public var state: HashState<Self>

    /// Creates a hasher from a running computation.
    public init(state: HashState<Self>) { self.state = state }
}

/// SHA-384, 48 bytes.
///
/// Source: FIPS 180-4, section 6.5.
public struct SHA384: HashFunction {
    /// The equivalent runtime value.
    @inlinable public static var function: AnyHashFunction { .sha384 }
    /// The running computation.
    public var state: HashState<Self>

    /// Creates a hasher from a running computation.
    public init(state: HashState<Self>) { self.state = state }
}

/// SHA-512, 64 bytes.
///
/// Source: FIPS 180-4, section 6.4.
public struct SHA512: HashFunction {
    /// The equivalent runtime value.
    @inlinable public static var function: AnyHashFunction { .sha512 }
    /// The running computation.
    public var state: HashState<Self>

    /// Creates a hasher from a running computation.
    public init(state: HashState<Self>) { self.state = state }
}

/// SHA-512/224, 28 bytes.
///
/// Source: FIPS 180-4, section 6.6.
public struct SHA512t224: HashFunction {
    /// The equivalent runtime value.
    @inlinable public static var function: AnyHashFunction { .sha512t224 }
    /// The running computation.
    public var state: HashState<Self>

    /// Creates a hasher from a running computation.
    public init(state: HashState<Self>) { self.state = state }
}

/// SHA-512/256, 32 bytes.
///
/// Source: FIPS 180-4, section 6.7.
public struct SHA512t256: HashFunction {
    /// The equivalent runtime value.
    @inlinable public static var function: AnyHashFunction { .sha512t256 }
    /// The running computation.
    public var state: HashState<Self>

    /// Creates a hasher from a running computation.
    public init(state: HashState<Self>) { self.state = state }
}
