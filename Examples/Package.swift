// swift-tools-version: 6.2
import PackageDescription

// Small programs that show how an app uses the library: swift run --package-path Examples PatternEnrollment
let package = Package(
    name: "examples",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "arca", path: "..")],
    targets: [
        .executableTarget(name: "PatternEnrollment", dependencies: [.product(name: "Arca", package: "arca")])
    ],
    swiftLanguageModes: [.v6]
)
