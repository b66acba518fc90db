// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "arca", path: "..")],
    targets: [
        // libcrypto as C programs call it, to compare with Arca's wrapper.
        .systemLibrary(name: "CBenchLibcrypto", pkgConfig: "libcrypto"),
        // libargon2, the reference implementation.
        .systemLibrary(name: "CBenchArgon2", pkgConfig: "libargon2", providers: [.apt(["libargon2-dev"])]),
        .executableTarget(
            name: "CryptoBench",
            dependencies: [.product(name: "Arca", package: "arca"), "CBenchLibcrypto", "CBenchArgon2"]),
        .systemLibrary(name: "CBenchZlib", pkgConfig: "zlib"),
        .executableTarget(
            name: "CompressBench", dependencies: [.product(name: "ArcaCompression", package: "arca"), "CBenchZlib"]),
        .systemLibrary(name: "CBenchSQLite", pkgConfig: "sqlite3"),
        .executableTarget(
            name: "VaultBench", dependencies: [.product(name: "Arca", package: "arca"), "CBenchSQLite"]),
        .executableTarget(name: "StreamBench", dependencies: [.product(name: "ArcaAsync", package: "arca")]),
        .executableTarget(
            name: "TeamBench",
            dependencies: [
                .product(name: "Arca", package: "arca"), .product(name: "ArcaTeam", package: "arca"),
                .product(name: "ArcaPostgres", package: "arca"),
            ]),
        .executableTarget(name: "CodecBench", dependencies: [.product(name: "ArcaCodecs", package: "arca")]),
    ],
    swiftLanguageModes: [.v6]
)
