// swift-tools-version: 6.2
import PackageDescription

// A separate package: a fuzz harness is an executable without `main`, which would break the ordinary build.
// `scripts/fuzz NAME SECONDS` builds and runs one.

/// A harness: an executable with `LLVMFuzzerTestOneInput`, in its own folder.
func harness(_ name: String, _ products: [String] = ["ArcaCodecs"]) -> Target {
    .executableTarget(
        name: name, dependencies: ["FuzzSupport"] + products.map { .product(name: $0, package: "arca") },
        swiftSettings: [.treatAllWarnings(as: .error)])
}

let package = Package(
    name: "arca-fuzz",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "arca", path: "..")],
    targets: [
        .target(
            name: "FuzzSupport", dependencies: [.product(name: "ArcaCodecs", package: "arca")],
            swiftSettings: [.treatAllWarnings(as: .error)]),
        harness("planted"),
        harness("codecs", ["Arca"]),
        harness("recipes", ["Arca"]),
        harness("json"),
        harness("pem"),
        harness("hexdump"),
        harness("percent"),
        harness("unicode"),
        harness("data-uri"),
        harness("classical", ["ArcaDetect"]),
        harness("literal"),
        harness("basen"),
        harness("mime"),
        harness("message"),
        harness("image", ["Arca"]),
        harness("salted-string", ["Arca"]),
        harness("age-header", ["Arca"]),
        harness("age-armor", ["Arca"]),
        harness("age-file", ["Arca"]),
        harness("phc", ["Arca"]),
        harness("layers", ["Arca"]),
        harness("vectors", ["ArcaCodecs", "ArcaVectors"]),
        harness("rsa", ["Arca"]),
        harness("mlkem", ["Arca"]),
        harness("mldsa", ["Arca"]),
        harness("hpke", ["Arca"]),
        harness("tar", ["Arca"]),
        harness("chunked", ["Arca"]),
        harness("rncryptor", ["Arca"]),
        harness("inspect", ["Arca"]),
        harness("keys", ["Arca"]),
        harness("openssh", ["Arca"]),
        harness("jwk", ["Arca"]),
        harness("x509", ["Arca"]),
        harness("jose", ["ArcaCodecs", "ArcaCrypto", "ArcaJOSE"]),
        harness("signature", ["ArcaCodecs", "ArcaCrypto", "ArcaSignatures"]),
        harness("ssh-agent", ["ArcaCodecs", "ArcaCrypto", "ArcaKeys", "ArcaSignatures"]),
        harness("signers", ["ArcaCodecs", "ArcaSignatures"]),
        harness("inflate", ["ArcaCodecs", "ArcaCompression"]),
        harness("short-string", ["ArcaCodecs", "ArcaCompression"]),
        harness("pattern", ["ArcaCodecs", "Arca"]),
        harness("vault-import", ["ArcaCodecs", "Arca"]),
        harness("vault-slots", ["ArcaCodecs", "Arca"]),
        harness("vault-records", ["ArcaCodecs", "Arca"]),
    ],
    swiftLanguageModes: [.v6]
)
