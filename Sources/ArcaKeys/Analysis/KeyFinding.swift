/// Something that is wrong with a key, and why that matters.
public struct KeyFinding: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of findings, stable names that programs can match.
    public struct Kind: Sendable, Hashable, CustomStringConvertible {
        private enum Name: String {
            case smallModulus, evenModulus, primeModulus, smallFactor, evenExponent, tinyExponent, hugeExponent
            case smallPrivateExponent, notPrime, equalPrimes, closePrimes, inconsistent, structuredPrimes
            case sharedFactor, shortKey, offCurve, smallOrder, nonCanonical, publishedKey, unusable, unchecked
        }
        private let value: Name

        /// An RSA modulus of fewer than 2,048 bits.
        public static let smallModulus = Kind(value: .smallModulus)
        /// An RSA modulus that is even.
        public static let evenModulus = Kind(value: .evenModulus)
        /// An RSA modulus that is prime itself, so that its order is known to everybody.
        public static let primeModulus = Kind(value: .primeModulus)
        /// An RSA modulus with a factor below 65,536.
        public static let smallFactor = Kind(value: .smallFactor)
        /// A public exponent that is even.
        public static let evenExponent = Kind(value: .evenExponent)
        /// A public exponent below 65,537.
        public static let tinyExponent = Kind(value: .tinyExponent)
        /// A public exponent of more than 64 bits.
        public static let hugeExponent = Kind(value: .hugeExponent)
        /// A private exponent of at most half of the modulus's length.
        public static let smallPrivateExponent = Kind(value: .smallPrivateExponent)
        /// A number in the place of a prime that is not prime.
        public static let notPrime = Kind(value: .notPrime)
        /// Two primes that are the same.
        public static let equalPrimes = Kind(value: .equalPrimes)
        /// Two primes so close that their product can be factored.
        public static let closePrimes = Kind(value: .closePrimes)
        /// Numbers of a private key that contradict each other.
        public static let inconsistent = Kind(value: .inconsistent)
        /// A modulus of the form that one maker's chips gave (CVE-2017-15361, "ROCA").
        public static let structuredPrimes = Kind(value: .structuredPrimes)
        /// A prime that another of the given keys has as well.
        public static let sharedFactor = Kind(value: .sharedFactor)
        /// A symmetric key of fewer than 128 bits.
        public static let shortKey = Kind(value: .shortKey)
        /// A public key that is not a point of its curve.
        public static let offCurve = Kind(value: .offCurve)
        /// A public key whose secrets everybody knows: a point of which a few multiples are all there are.
        public static let smallOrder = Kind(value: .smallOrder)
        /// A public key that is written in another way than the only one that programs write.
        public static let nonCanonical = Kind(value: .nonCanonical)
        /// A key that stands in a given list of keys that others have, such as Debian's of 2008 (CVE-2008-0166).
        public static let publishedKey = Kind(value: .publishedKey)
        /// A key that was not looked at, because its file asked for too much work.
        public static let unchecked = Kind(value: .unchecked)
        /// Numbers that no operation can work with.
        public static let unusable = Kind(value: .unusable)

        /// The kind's name, as in the constants above.
        public var description: String { value.rawValue }
    }

    /// What kind of finding it is.
    public let kind: Kind
    /// What is wrong and why that matters, lower case, no full stop; nothing secret.
    public let reason: String

    /// Takes what was found.
    ///
    /// - Parameters:
    ///   - kind: What kind of finding it is.
    ///   - reason: What is wrong and why that matters, lower case, no full stop; nothing secret.
    public init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }

    /// Kind and reason.
    public var description: String { "\(kind): \(reason)" }
}
