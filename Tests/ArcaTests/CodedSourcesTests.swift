import Foundation
import Testing

/// Parses the sources to check that no type that contains a secret, at any depth, is Codable.
@Suite("Codable types in the sources")
struct CodedSourcesTests {
    private struct Declaration {
        /// Types of stored properties and enum cases.
        var parts: Set<String> = []
        var isCoded = false
    }

    /// Secret types, and classes that hold a secret not visible in their properties.
    private static let secrets: Set<String> = ["SecretBytes", "SymmetricKey", "SecretArena"]

    /// Splits a line into words: type names, which may contain dots.
    private static func words(_ text: some StringProtocol) -> [String] {
        String(text).split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }).map(String.init)
    }

    /// Parses the declarations of a file, naming nested types `Outer.Inner`.
    private static func read(_ text: String, into found: inout [String: Declaration]) {
        /// Open types with the depth of their content.
        var open: [(name: String, depth: Int)] = []
        var depth = 0
        for line in text.utf8.split(separator: 0x0a) {
            let (opened, closed) = (line.count { $0 == 0x7b }, line.count { $0 == 0x7d })
            defer {
                depth += opened - closed
                while let type = open.last, depth < type.depth { open.removeLast() }
            }
            // Function bodies contain no stored properties.
            guard depth <= open.last?.depth ?? 0 else { continue }
            let code = Substring(line).prefix { $0 != "/" }.trimmingCharacters(in: .whitespaces)
            let parts = words(code)
            let kinds: Set<String> = ["struct", "class", "enum", "actor", "extension"]
            if let place = parts.firstIndex(where: { kinds.contains($0) }), place + 1 < parts.count,
                code.contains("{"), !code.contains("func "), !code.contains("var "), !code.contains("let ")
            {
                // For `extension A.B: Codable` the last part of the name.
                let head = code.prefix { $0 != "{" }
                let name = words(head.prefix { $0 != ":" && $0 != "<" }).prefix { $0 != "where" }.last ?? ""
                let full = (open.last.map { $0.name + "." } ?? "") + name
                let conformances = words(head.drop { $0 != ":" })
                found[full, default: Declaration()].isCoded =
                    found[full]?.isCoded == true
                    || !Set(conformances).isDisjoint(with: ["Codable", "Encodable", "Decodable", "TextCodable", "RawPublicKey"])
                open.append((full, depth + 1))
            } else if let type = open.last, depth == type.depth {
                let isStored =
                    (parts.contains("let") || parts.contains("var")) && !code.hasSuffix("{")
                    && !code.contains("{ ") && !parts.contains("static")
                if isStored || parts.first == "case" { found[type.name, default: Declaration()].parts.formUnion(parts) }
            }
        }
    }

    private static func declarations() throws -> [String: Declaration] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources")
        var found: [String: Declaration] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) where path.hasSuffix(".swift") {
            // Apps encode neither types of the command nor tables.
            guard !path.hasPrefix("ArcaCLI/"), !path.contains("/Generated/") else { continue }
            read(try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8), into: &found)
        }
        return found
    }

    /// Resolves a type name inside another type, innermost scope first.
    private static func meaning(of word: String, in type: String, _ found: [String: Declaration]) -> String {
        var scope = type.split(separator: ".")
        while !scope.isEmpty {
            let name = scope.joined(separator: ".") + "." + word
            if found[name] != nil { return name }
            scope.removeLast()
        }
        return word
    }

    /// The types that contain a secret, at any depth.
    private static func secret(among found: [String: Declaration]) -> Set<String> {
        let parts = found.map { type, declaration in
            (type: type, parts: Set(declaration.parts.map { meaning(of: $0, in: type, found) }))
        }
        var secret = secrets
        while true {
            let more = Set(parts.filter { !$0.parts.isDisjoint(with: secret) }.map(\.type))
            guard !more.isSubset(of: secret) else { return secret }
            secret.formUnion(more)
        }
    }

    @Test("no type that contains a secret is Codable")
    func sources() throws {
        let found = try Self.declarations()
        let secret = Self.secret(among: found)
        // Checks that the parser finds known secret types, otherwise the test would be meaningless.
        for name in [
            "SymmetricKey", "SharedSecret", "NamedCurvePrivateKey", "ItemSecret", "ItemDraft", "VaultCredential",
        ] {
            #expect(secret.contains(name), "\(name) is not seen as secret")
        }
        let coded = Set(found.filter(\.value.isCoded).keys)
        for name in [
            "HashFunction", "PasswordHash", "VaultItem", "RSAPublicKey", "NamedCurvePublicKey", "VaultReference",
        ] {
            #expect(coded.contains(name), "\(name) is not seen as coded")
        }
        #expect(secret.isDisjoint(with: coded), "coded and secret: \(secret.intersection(coded))")
    }

    @Test("detects a Codable type with a secret, also if it is nested or conforms in an extension elsewhere")
    func planted() {
        var found: [String: Declaration] = [:]
        Self.read(
            "public struct Inner: Sendable {\n    let key: SymmetricKey\n}\nstruct Plain: Codable {\n    let a: Int\n}",
            into: &found)
        Self.read("enum Outer {\n    case one(Inner)\n}\nextension Outer: Codable {\n}", into: &found)
        let secret = Self.secret(among: found)
        #expect(secret.isSuperset(of: ["Inner", "Outer"]) && !secret.contains("Plain"))
        #expect(found["Outer"]?.isCoded == true && found["Plain"]?.isCoded == true && found["Inner"]?.isCoded == false)
    }
}
