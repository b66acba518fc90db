import ArcaCodecs
import ArcaCrypto
import ArcaVectors
import Testing

/// HMAC, CMAC and KMAC on the vectors of RFC 2202, 2286, 4231, NIST's CAVP, SP 800-38B and SP 800-185.
@Suite struct MACVectorTests {
    static let hmacFiles = VectorFiles.entries(in: "hmac")
    static let cmacFiles = VectorFiles.entries(in: "cmac")
    static let kmacFiles = VectorFiles.entries(in: "kmac")
    static let entries = hmacFiles + cmacFiles + kmacFiles

    @Test("HMAC codes are as published, and changed ones are refused", arguments: hmacFiles)
    func hmac(entry: VectorFiles.Entry) throws {
        try VectorFiles.run(entry, fields: ["L", "Count", "Klen", "Tlen", "Key", "Msg", "Mac", "Len", "MD"]) { vector in
            let function: HashFunction
            if let length = vector["L"] {
                let names = ["20": "sha1", "28": "sha224", "32": "sha256", "48": "sha384", "64": "sha512"]
                function = try HashFunction(named: try #require(names[length]))
            } else {
                function = try HashFunction(named: String(entry.name.split(separator: "-")[2]))
            }
            let keyBytes = try vector.bytes("Key")
            let message = try vector.bytes("Msg")
            let expected = try vector.bytes(vector["Mac"] == nil ? "MD" : "Mac")
            if let length = vector["Klen"] { guard Int(length) == keyBytes.count else { return false } }
            if let length = vector["Tlen"] { guard Int(length) == expected.count else { return false } }
            if let length = vector["Len"] { guard Int(length) == message.count * 8 else { return false } }
            return try Self.check(
                .hmac(function), key: keyBytes, message: message, expected: expected, truncates: vector["Tlen"] != nil)
        }
    }

    @Test("CMAC codes are as published, and changed ones are refused", arguments: cmacFiles)
    func cmac(entry: VectorFiles.Entry) throws {
        try VectorFiles.run(entry, fields: ["COUNT", "KEY", "MESSAGE", "OUTPUT"]) { vector in
            try Self.check(
                .cmac, key: vector.bytes("KEY"), message: vector.bytes("MESSAGE"), expected: vector.bytes("OUTPUT"))
        }
    }

    @Test("KMAC codes are as published, and changed ones are refused", arguments: kmacFiles)
    func kmac(entry: VectorFiles.Entry) throws {
        try VectorFiles.run(entry, fields: ["Strength", "COUNT", "K", "X", "L", "S", "OUTPUT"]) { vector in
            let expected = try vector.bytes("OUTPUT")
            let options = MACFunction.Options(
                customization: Array((vector["S"] ?? "").utf8), outputByteCount: try vector.integer("L") / 8)
            return try Self.check(
                vector["Strength"] == "128" ? .kmac128 : .kmac256, key: vector.bytes("K"), message: vector.bytes("X"),
                expected: expected, options: options)
        }
    }

    private static func check(
        _ function: MACFunction, key: [UInt8], message: [UInt8], expected: [UInt8],
        options: MACFunction.Options = .init(), truncates: Bool = false
    ) throws -> Bool {
        let key = SymmetricKey(copying: key)
        let code = try function.code(for: message, using: key, options: options)
        guard truncates ? Array(code.prefix(expected.count)) == expected : code == expected else { return false }
        var changed = code
        changed[code.count - 1] ^= 1
        return try function.isValid(code, for: message, using: key, options: options)
            && !function.isValid(changed, for: message, using: key, options: options)
            && !function.isValid(code, for: message + [0], using: key, options: options)
    }
}
