// A replacement for swift-crypto that needs no download: a module and types with its names.

public struct SHA256 {
    public static func hash(data: [UInt8]) -> String { "SHA256 of Crypto" }
}
public struct SHA384 {}
public struct SHA512 {}
public struct HMAC<Function> {}
public struct HKDF<Function> {}
public struct SymmetricKey {
    public init(size: SymmetricKeySize) {}
}
public struct SymmetricKeySize: Sendable {
    public static let bits256 = SymmetricKeySize()
}
public struct SharedSecret {}
public struct SHA256Digest {}
public struct SHA384Digest {}
public struct SHA512Digest {}
public enum AES {
    public enum GCM {
        public static func seal(_ bytes: [UInt8], using key: SymmetricKey) -> String { "AES.GCM of Crypto" }
    }
}
public enum ChaChaPoly {}
public enum Curve25519 {}
public enum P256 {}
public enum P384 {}
public enum P521 {}
public enum Insecure {}
public enum HPKE {}
public enum KEM {}
