import Foundation
import Testing

/// A type hides a module of the same name: with a type `JWT`, no file could write `JWT.Signer` of vapor/jwt.
@Suite struct ExportedNamesTests {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Sources")

    /// Modules of Swift, of Apple's systems and of packages that apps use together with a security library.
    private static let modules = Set(
        """
        Swift Foundation FoundationEssentials FoundationNetworking FoundationXML Dispatch Synchronization Observation \
        RegexBuilder Distributed Cxx Testing XCTest Glibc Musl Android Darwin WinSDK WASILibc os OSLog System \
        SystemPackage Subprocess ArgumentParser Logging Metrics Tracing ServiceLifecycle Collections OrderedCollections \
        DequeModule HashTreeCollections Algorithms AsyncAlgorithms Atomics Numerics ComplexModule RealModule \
        SwiftProtobuf SwiftASN1 X509 Crypto CryptoExtras CryptoKit CommonCrypto Security LocalAuthentication \
        DeviceCheck AuthenticationServices Compression Accelerate Network NetworkExtension Combine SwiftUI SwiftData \
        UIKit AppKit WatchKit Cocoa CoreData CoreGraphics CoreImage CoreText CoreFoundation CoreServices Contacts \
        Photos PhotosUI PDFKit Vision ImageIO QuickLook MessageUI UserNotifications BackgroundTasks FileProvider Charts \
        NIO NIOCore NIOPosix NIOSSL NIOSSH NIOHTTP1 NIOHTTP2 NIOFileSystem AsyncHTTPClient GRPC GRPCCore Vapor Fluent \
        FluentKit Leaf Redis RediStack PostgresNIO PostgresKit SQLKit MySQLNIO MongoSwift MongoKitten Hummingbird Kitura \
        JWT JWTKit JOSESwift SwiftJWT BCrypt Argon2 Argon2Swift CryptoSwift Sodium Clibsodium secp256k1 P256K BigInt \
        BlueCryptor BlueRSA SwiftyRSA IDZSwiftCommonCrypto RNCryptor OpenSSL KeychainAccess KeychainSwift \
        SimpleKeychain Valet SwiftOTP OneTimePassword OTP OTPKit SwiftOTPKit Citadel SQLite SQLite3 SQLiteData GRDB \
        SQLCipher Realm RealmSwift CoreStore ZIPFoundation Zip ZipArchive Gzip DataCompression SWCompression Yams \
        SwiftyJSON JSON JSONWebSignature TOMLKit XMLCoder CodableCSV SwiftSoup Markdown Ink PNG JPEG QRCode QRCodeGenerator \
        Alamofire Moya Kingfisher Nuke SDWebImage RxSwift PromiseKit Sentry Starscream SwiftNIO Lottie SnapKit Quick \
        Nimble Files PathKit Path Rainbow Stencil ShellOut MimeParser SwiftSMTP Semver Version UInt256
        """.split(separator: " ").map(String.init))

    /// The top-level public types of the modules that `import Arca` exports, and of the products next to it.
    private static func names() throws -> [String: String] {
        let exports = try String(contentsOf: sources.appendingPathComponent("Arca/Exports.swift"), encoding: .utf8)
        let exported = exports.split(separator: "\n").filter { $0.hasPrefix("@_exported public import ") }
            .map { String($0.dropFirst("@_exported public import ".count)) }
        let kinds: Set = ["struct", "enum", "class", "protocol", "actor", "typealias", "macro"]
        var names: [String: String] = [:]
        for module in exported + ["Arca", "ArcaTeam", "ArcaPostgres", "ArcaVectors"] {
            let folder = sources.appendingPathComponent(module)
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".swift")
            {
                let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
                for line in text.split(separator: "\n") where !line.hasPrefix(" ") && line.contains("public ") {
                    let words = line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" })
                    guard let kind = words.firstIndex(where: { kinds.contains(String($0)) }), kind + 1 < words.count,
                        !words[..<kind].contains("extension"), !words[..<kind].contains("import")
                    else { continue }
                    names[String(words[kind + 1])] = "\(module)/\(path)"
                }
            }
        }
        return names
    }

    @Test("hide no module of Swift, of Apple, of well-known packages, or of Arca")
    func names() throws {
        let names = try Self.names()
        #expect(names.count > 350 && names["SHA256"] != nil && names["VaultActor"] != nil)
        let own = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
        for module in Self.modules.union(own).sorted() {
            #expect(names[module] == nil, "the type hides the module \(module)")
        }
    }
    @Test("each module exports the modules of the types in its public signatures")
    func signatures() throws {
        let modules = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
        for module in modules where module.hasPrefix("Arca") {
            let folder = Self.sources.appendingPathComponent(module)
            var (named, exported): (Set<String>, Set<String>) = ([], [])
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".swift")
            {
                let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
                for line in text.split(separator: "\n") {
                    let words = line.split(separator: " ").map(String.init)
                    guard words.dropLast().suffix(2) == ["public", "import"], let name = words.last,
                        modules.contains(name)
                    else { continue }
                    named.insert(name)
                    if words.first == "@_exported" { exported.insert(name) }
                }
            }
            #expect(named == exported, "\(module) has to export \(named.subtracting(exported).sorted())")
        }
    }
}
