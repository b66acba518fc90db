// swift-tools-version: 6.2
import PackageDescription

// Apps that use the library. CI builds and runs them with scripts/examples.
let package = Package(
    name: "examples",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "arca", path: "..")],
    targets: [
        // A lock pattern: swift run --package-path Examples PatternEnrollment
        .executableTarget(name: "PatternEnrollment", dependencies: [.product(name: "Arca", package: "arca")]),
        // A file server: encrypted uploads, accounts, sessions, tokens, a vault, test vectors.
        .executableTarget(
            name: "FileServer",
            dependencies: [.product(name: "Arca", package: "arca"), .product(name: "ArcaVectors", package: "arca")]),
        // A handler of a web framework: tokens, and uploads encrypted while they arrive, with a stand-in for NIO's buffers.
        .executableTarget(name: "RequestHandler", dependencies: [.product(name: "Arca", package: "arca")]),
        // Names that swift-crypto also has, with a replacement for it.
        .target(name: "Crypto"),
        .executableTarget(
            name: "BesideSwiftCrypto", dependencies: [.product(name: "Arca", package: "arca"), "Crypto"]),
    ],
    swiftLanguageModes: [.v6]
)
