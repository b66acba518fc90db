/// SHAKE128, output of any length, at most 128 bits of strength.
///
/// Source: FIPS 202, section 6.2.
public struct SHAKE128: ExtendableHashFunction {
    /// The function that the type stands for.
    @inlinable public static var function: HashFunction { .shake128 }
    /// The computation under way.
    public var stream: HashStream

    /// Makes a value that goes on with a computation.
    public init(stream: HashStream) { self.stream = stream }
}

/// SHAKE256, output of any length, at most 256 bits of strength.
///
/// Source: FIPS 202, section 6.2.
public struct SHAKE256: ExtendableHashFunction {
    /// The function that the type stands for.
    @inlinable public static var function: HashFunction { .shake256 }
    /// The computation under way.
    public var stream: HashStream

    /// Makes a value that goes on with a computation.
    public init(stream: HashStream) { self.stream = stream }
}
