// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target: typed existentials, explicit imports.
///
/// Warnings are errors only if `ARCA_STRICT` is set, as in `scripts/test`: another compiler's warnings must not break
/// an app's build, and build systems that suppress warnings of dependencies reject both settings together.
let strict: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (Context.environment["ARCA_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// Settings of tested modules: with `ARCA_STRICT` they are optimized in debug builds too, so the tests take minutes.
let tested =
    strict
    + (Context.environment["ARCA_STRICT"] == nil ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))])

/// A library module and its test suite, which have the same folder name under `Sources` and `Tests`.
///
/// `peers` are folders of its tests that contain other programs.
func module(
    _ name: String, _ dependencies: [Target.Dependency], testing: [Target.Dependency] = [], peers: [String] = []
) -> [Target] {
    [
        .target(name: name, dependencies: dependencies, swiftSettings: tested),
        .testTarget(
            name: "\(name)Tests",
            dependencies: [.init(stringLiteral: name), "ArcaTestSupport"] + dependencies + testing, exclude: peers,
            swiftSettings: strict),
    ]
}

/// Settings of a kernel target: its processor features, on x86-64 only, and always optimized.
///
/// `-Xarch_x86_64` passes each feature to clang's importer only there, so Arm builds have no warnings.
func kernels(_ features: String...) -> [SwiftSetting] {
    let flags = features.flatMap { ["-Xcc", "-Xarch_x86_64", "-Xcc", "-m\($0)"] }
    return strict + [.unsafeFlags(["-O"] + flags + ["-Xcc", "-Qunused-arguments"])]
}

/// The modules re-exported by `Arca` and used by the command.
let library: [Target.Dependency] = [
    "ArcaCore", "ArcaCodecs",
    "ArcaSystem",
    "ArcaCrypto",
    "ArcaKeys",
    "ArcaSignatures",
    "ArcaCompression",
    "ArcaJOSE",
    "ArcaCodecCatalog",
    "ArcaContainers",
    "ArcaImages",
    "ArcaPatterns",
    "ArcaOTP",
    "ArcaVault",
    "ArcaVaultExchange",
    "ArcaDetect",
    "ArcaInspect",
]

let package = Package(
    name: "arca",
    // The first macOS with `Span` and `Array.span` in the standard library.
    platforms: [.macOS(.v26)],
    products: [
        .library(name: "Arca", targets: ["Arca"]),
        // Parts for apps that need less: each links only the system libraries named in its comment.
        .library(name: "ArcaCore", targets: ["ArcaCore"]),
        .library(name: "ArcaCodecs", targets: ["ArcaCodecs"]),
        .library(name: "ArcaSystem", targets: ["ArcaSystem"]),
        .library(name: "ArcaFoundation", targets: ["ArcaFoundation"]),  // Foundation
        .library(name: "ArcaCompression", targets: ["ArcaCompression"]),  // zlib
        .library(name: "ArcaCrypto", targets: ["ArcaCrypto"]),  // libcrypto
        .library(name: "ArcaCryptoFoundation", targets: ["ArcaCryptoFoundation"]),  // libcrypto, Foundation
        .library(name: "ArcaKeys", targets: ["ArcaKeys"]),  // libcrypto
        .library(name: "ArcaSignatures", targets: ["ArcaSignatures"]),  // libcrypto
        .library(name: "ArcaJOSE", targets: ["ArcaJOSE"]),  // libcrypto, zlib
        .library(name: "ArcaOTP", targets: ["ArcaOTP"]),  // libcrypto
        .library(name: "ArcaContainers", targets: ["ArcaContainers"]),  // libcrypto, zlib
        .library(name: "ArcaPatterns", targets: ["ArcaPatterns"]),  // libcrypto, zlib
        .library(name: "ArcaImages", targets: ["ArcaImages"]),  // libcrypto, zlib
        .library(name: "ArcaCodecCatalog", targets: ["ArcaCodecCatalog"]),  // libcrypto, zlib
        .library(name: "ArcaDetect", targets: ["ArcaDetect"]),  // libcrypto, zlib
        .library(name: "ArcaAsync", targets: ["ArcaAsync"]),  // libcrypto, zlib
        .library(name: "ArcaVault", targets: ["ArcaVault"]),  // libcrypto, zlib, SQLite
        .library(name: "ArcaVaultExchange", targets: ["ArcaVaultExchange"]),  // the same
        .library(name: "ArcaInspect", targets: ["ArcaInspect"]),  // the same
        .library(name: "ArcaTeam", targets: ["ArcaTeam"]),  // the same
        .library(name: "ArcaPostgres", targets: ["ArcaPostgres"]),  // the same; loads libpq when a server is used
        .library(name: "ArcaVectors", targets: ["ArcaVectors"]),
        .executable(name: "arca", targets: ["ArcaCLI"]),
    ],
    targets: [
        // C libraries: module map and shim.h, no logic. Each is imported by only one Swift module.
        .systemLibrary(
            name: "CArcaLibcrypto", pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .systemLibrary(name: "CArcaZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(
            name: "CArcaSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .systemLibrary(name: "CArcaSystem"),
        // The C library, clocks and pages: the only module with platform conditions.
        .target(name: "ArcaPlatform", dependencies: ["CArcaSystem"], swiftSettings: strict),
        // Inner loops on raw pointers, optimized in debug builds too.
        .target(name: "ArcaKernels", swiftSettings: strict + [.unsafeFlags(["-O"])]),
        .target(name: "ArcaKernelsNEON", swiftSettings: strict + [.unsafeFlags(["-O"])]),
    ]
        + [
            .target(name: "ArcaKernelsAVX2", swiftSettings: kernels("avx2", "bmi2")),
            .target(
                name: "ArcaKernelsAVX512",
                swiftSettings: kernels("avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512vbmi", "bmi2")),
        ]
        + module("ArcaCore", ["ArcaPlatform"])
        + module("ArcaCodecs", ["ArcaCore", "ArcaPlatform", "ArcaKernelsAVX2", "ArcaKernelsAVX512", "ArcaKernelsNEON"])
        + module("ArcaSystem", ["ArcaCore", "ArcaPlatform"], testing: ["ArcaCodecs"])
        + module(
            "ArcaCrypto",
            [
                "ArcaSystem", "ArcaCore", "ArcaCodecs", "ArcaPlatform", "ArcaKernels", "ArcaKernelsAVX2",
                "ArcaKernelsAVX512", "CArcaLibcrypto",
            ],
            testing: ["ArcaVectors", "ArcaCompression"])
        + module("ArcaKeys", ["ArcaCrypto", "ArcaCore", "ArcaCodecs"])
        + [
            // The bridges to Foundation, which are tested with `Arca`.
            .target(name: "ArcaFoundation", dependencies: ["ArcaSystem", "ArcaCore"], swiftSettings: strict),
            .target(
                name: "ArcaCryptoFoundation", dependencies: ["ArcaFoundation", "ArcaKeys", "ArcaCrypto", "ArcaCore"],
                swiftSettings: strict),
        ]
        + module("ArcaSignatures", ["ArcaKeys", "ArcaCrypto", "ArcaSystem", "ArcaCore", "ArcaCodecs", "ArcaPlatform"])
        + module(
            "ArcaCompression", ["ArcaSystem", "ArcaCore", "ArcaCodecs", "ArcaPlatform", "ArcaKernels", "CArcaZlib"],
            testing: ["ArcaCrypto"])
        + module(
            "ArcaJOSE",
            ["ArcaKeys", "ArcaCrypto", "ArcaCompression", "ArcaCore", "ArcaCodecs", "ArcaPlatform"])
        + module("ArcaCodecCatalog", ["ArcaJOSE", "ArcaCompression", "ArcaSystem", "ArcaCore", "ArcaCodecs"])
        + module(
            "ArcaDetect", ["ArcaCodecCatalog", "ArcaJOSE", "ArcaCrypto", "ArcaCore", "ArcaCodecs"],
            testing: ["ArcaCompression", "ArcaCorpus"])
        + module(
            "ArcaPatterns", ["ArcaCrypto", "ArcaCompression", "ArcaSystem", "ArcaCore", "ArcaCodecs", "ArcaPlatform"])
        + module(
            "ArcaContainers", ["ArcaKeys", "ArcaCrypto", "ArcaCompression", "ArcaSystem", "ArcaCore", "ArcaCodecs"])
        + module(
            "ArcaAsync",
            [
                "ArcaContainers", "ArcaCodecCatalog", "ArcaCompression", "ArcaCrypto", "ArcaSystem", "ArcaCore",
                "ArcaCodecs",
                "ArcaPlatform",
            ])
        + module(
            "ArcaImages", ["ArcaCrypto", "ArcaCompression", "ArcaSystem", "ArcaCore", "ArcaCodecs", "ArcaPlatform"])
        + module("ArcaOTP", ["ArcaCrypto", "ArcaCore", "ArcaCodecs", "ArcaPlatform"], testing: ["ArcaVectors"])
        + module(
            "ArcaVault",
            [
                "ArcaContainers", "ArcaPatterns", "ArcaOTP", "ArcaKeys", "ArcaCrypto", "ArcaSystem",
                "ArcaCore", "ArcaCodecs", "ArcaPlatform", "CArcaSQLite",
            ], testing: ["ArcaVaultExchange", "ArcaVectors", "ArcaTeam", "ArcaPostgres"], peers: ["Peer"])
        + module(
            "ArcaVaultExchange",
            [
                "ArcaVault", "ArcaSignatures", "ArcaContainers", "ArcaOTP", "ArcaKeys", "ArcaCompression", "ArcaCrypto",
                "ArcaSystem", "ArcaCore", "ArcaCodecs", "ArcaPlatform",
            ])
        + [
            // Its tests need those of the vault: Tests/ArcaVaultTests/Team.
            .target(
                name: "ArcaTeam", dependencies: ["ArcaVault", "ArcaCrypto", "ArcaSystem", "ArcaCore", "ArcaCodecs"],
                swiftSettings: tested)
        ]
        + module(
            "ArcaPostgres",
            ["ArcaTeam", "ArcaVault", "ArcaCrypto", "ArcaSystem", "ArcaCore", "ArcaCodecs", "ArcaPlatform"])
        + module(
            "ArcaInspect",
            [
                "ArcaVault", "ArcaOTP", "ArcaSignatures", "ArcaContainers", "ArcaImages", "ArcaJOSE", "ArcaKeys",
                "ArcaDetect",
                "ArcaCodecCatalog", "ArcaCompression", "ArcaCrypto", "ArcaSystem", "ArcaCore", "ArcaCodecs",
            ])
        + module(
            "ArcaVectors",
            [
                "ArcaVault", "ArcaOTP", "ArcaContainers", "ArcaImages", "ArcaPatterns", "ArcaJOSE", "ArcaKeys",
                "ArcaCrypto", "ArcaCodecCatalog", "ArcaCompression", "ArcaSystem", "ArcaCore", "ArcaCodecs",
                "ArcaPlatform",
            ], testing: ["VaultWriter"])
        + module("Arca", library + ["ArcaAsync", "ArcaFoundation", "ArcaCryptoFoundation"])
        + [
            // C, to read the command's arguments at its start.
            .target(name: "CArcaArguments", publicHeadersPath: "."),
            .executableTarget(
                name: "ArcaCLI",
                dependencies: library + ["ArcaTeam", "ArcaPostgres", "ArcaVectors", "ArcaPlatform", "CArcaArguments"],
                // By file: in half the time of the whole module, which only one core would compile. The hot loops are
                // in the library.
                swiftSettings: tested + [
                    .unsafeFlags(["-no-whole-module-optimization"], .when(configuration: .release))
                ],
                // Bind all symbols at startup: the loader's lazy binding copies all vector registers to the stack, and
                // those may hold a secret.
                linkerSettings: [
                    .unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now"], .when(platforms: [.linux]))
                ]),
            // Secret-dependent code in isolation, for valgrind: scripts/check-constant-time.
            .executableTarget(
                name: "ConstantTimeProbe", dependencies: ["ArcaKernels", "ArcaKernelsAVX2", "ArcaKernelsAVX512"],
                path: "Tests/ConstantTimeProbe", swiftSettings: strict),
            // A process that writes to a vault until it is killed.
            .executableTarget(
                name: "VaultWriter",
                dependencies: [
                    "ArcaVault", "ArcaSystem", "ArcaCrypto", "ArcaCore", "ArcaCodecs", "ArcaPlatform",
                    "ArcaTestSupport",
                ],
                path: "Tests/VaultWriter", swiftSettings: strict),
            // Peers and repeatable random numbers, shared by test targets.
            .target(
                name: "ArcaTestSupport", dependencies: ["ArcaSystem", "ArcaCore", "ArcaCodecs", "ArcaPlatform"],
                path: "Tests/ArcaTestSupport", swiftSettings: strict),
            // Chains of encodings, unencoded strings, and the results of the search on them: scripts/decode-report.
            .target(
                name: "ArcaCorpus",
                dependencies: [
                    "ArcaDetect", "ArcaCodecCatalog", "ArcaCompression", "ArcaCore", "ArcaCodecs", "ArcaTestSupport",
                ],
                path: "Tests/ArcaCorpus", swiftSettings: tested),
            .executableTarget(
                name: "DecodeReport", dependencies: ["ArcaCorpus"], path: "Tests/DecodeReport", swiftSettings: strict),
            .testTarget(
                name: "ArcaCLITests",
                dependencies: ["ArcaTestSupport", "ArcaCorpus", "ArcaCLI", "ArcaVectors"] + library,
                swiftSettings: strict),
        ],
    swiftLanguageModes: [.v6]
)
