/// A language, with its library, that ``CipherScheme/code(in:)`` writes code for.
public enum ProgramLanguage: String, Sendable, CaseIterable {
    /// Java 17 with `javax.crypto`.
    case java
    /// Kotlin with `javax.crypto` of Java 17 or Android.
    case kotlin
    /// Swift with CommonCrypto and CryptoKit of Apple's systems.
    case swift
    /// Objective-C with CommonCrypto.
    case objc
    /// PHP with its extension `openssl`.
    case php
    /// Node.js with `node:crypto`.
    case node
    /// JavaScript with CryptoJS 3 or 4.
    case cryptojs
    /// Python 3 with PyCryptodome; `cryptography` for SM4 and Camellia.
    case python
    /// C# with .NET 8.
    case csharp
    /// Go with its standard library, and `golang.org/x/crypto` for scrypt and ChaCha20-Poly1305.
    case go
    /// Bash with the command of OpenSSL 3 and `xxd`.
    case openssl

    /// The name for people: `Node.js`.
    public var name: String {
        switch self {
        case .java: "Java"
        case .kotlin: "Kotlin"
        case .swift: "Swift"
        case .objc: "Objective-C"
        case .php: "PHP"
        case .node: "Node.js"
        case .cryptojs: "CryptoJS"
        case .python: "Python"
        case .csharp: "C#"
        case .go: "Go"
        case .openssl: "the command openssl"
        }
    }

    /// Whether Arca's tests run the code of this language against Arca; the compilers of the others are not on Linux or
    /// not in Debian.
    public var isTested: Bool {
        switch self {
        case .java, .php, .node, .cryptojs, .python, .go, .openssl: true
        case .kotlin, .swift, .objc, .csharp: false
        }
    }

    var printer: any CodeLanguage.Type {
        switch self {
        case .java: JavaCode.self
        case .kotlin: KotlinCode.self
        case .swift: SwiftCode.self
        case .objc: ObjectiveCCode.self
        case .php: PHPCode.self
        case .node: NodeCode.self
        case .cryptojs: CryptoJSCode.self
        case .python: PythonCode.self
        case .csharp: CSharpCode.self
        case .go: GoCode.self
        case .openssl: OpenSSLCode.self
        }
    }
}
