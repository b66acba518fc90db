import ArcaCore
import ArcaCrypto
import ArcaKeys
import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaJOSE

/// Compatibility with python3-jwcrypto in both directions.
@Suite(.enabled(if: Peer.hasPython(module: "jwcrypto"), "no python3-jwcrypto"))
struct JWCryptoPeerTests {
    /// A token and the keys to read it, in the format exchanged with the peer.
    private struct Row: Codable {
        var kind: String
        var algorithm: String
        var encryption = ""
        var key: String
        var token = ""
    }

    private static let message = Array("Speak friend and enter: Grüße".utf8)
    private static let names = """
        import sys, json
        from jwcrypto import jwk, jws, jwe
        message = "Speak friend and enter: Grüße".encode()
        rows = json.loads(sys.stdin.buffer.read())
        def key(row):
            return jwk.JWK.from_json(row["key"])

        """
    private static let reading = """
        for row in rows:
            algs = [row["algorithm"]]
            if row["kind"] == "jws":
                token = jws.JWS()
                token.allowed_algs = algs
                token.deserialize(row["token"], key(row))
            else:
                token = jwe.JWE(algs=algs + [row["encryption"]])
                token.deserialize(row["token"], key(row))
            assert token.payload == message, row
            print("ok")
        """
    private static let writing = """
        for row in rows:
            header = {"alg": row["algorithm"]}
            if row["kind"] == "jws":
                token = jws.JWS(message)
                token.allowed_algs = [row["algorithm"]]
                token.add_signature(key(row), protected=json.dumps(header))
            else:
                header["enc"] = row["encryption"]
                if row["token"]:
                    header["zip"] = "DEF"
                token = jwe.JWE(message, json.dumps(header), algs=[row["algorithm"], row["encryption"]])
                token.add_recipient(key(row))
            row["token"] = token.serialize(compact=True)
        print(json.dumps(rows))
        """

    /// One row per algorithm, cipher and type of key that both support.
    private static func rows(_ token: (Row, JSONWebKey) throws -> String) throws -> [Row] {
        var rows: [Row] = []
        func add(_ row: Row, _ key: JSONWebKey) throws {
            var row = row
            row.key = String(decoding: try JWK.encode(key.content).withBytes { [UInt8](bytes: $0) }, as: UTF8.self)
            row.token = try token(row, key)
            rows.append(row)
        }
        // The algorithm names Ed25519 and Ed448 are newer than jwcrypto 1.1.
        let unknown: Set<JWSAlgorithm> = [.ed25519, .ed448, .mldsa44, .mldsa65, .mldsa87]
        for (algorithm, key) in TokenKeys.signing where !unknown.contains(algorithm) {
            try add(Row(kind: "jws", algorithm: algorithm.rawValue, key: ""), key)
        }
        for algorithm in JWEAlgorithm.allCases where algorithm != .rsa15 {
            for encryption in JWEEncryption.allCases {
                for key in JWETests.keys(algorithm, encryption) {
                    try add(
                        Row(kind: "jwe", algorithm: algorithm.rawValue, encryption: encryption.rawValue, key: ""), key)
                }
            }
        }
        return rows
    }

    private static func ask(_ script: String, _ rows: [Row]) throws -> Peer.Answer {
        let answer = try Peer.python(names + script, input: [UInt8](JSONEncoder().encode(rows)))
        #expect(answer.status == 0, "\(answer.errors)")
        return answer
    }

    @Test("jwcrypto reads every token we write")
    func theyRead() throws {
        let rows = try Self.rows { row, key in
            guard row.kind == "jwe" else {
                return try JWS.sign(Self.message, using: key, algorithm: JWSAlgorithm(rawValue: row.algorithm))
            }
            return try JWE.encrypt(
                Self.message, to: TokenKeys.publicHalf(key), algorithm: JWEAlgorithm(rawValue: row.algorithm),
                encryption: #require(JWEEncryption(rawValue: row.encryption)), iterations: 1000)
        }
        #expect(rows.count > 100)
        #expect(try Self.ask(Self.reading, rows).lines.count == rows.count)
    }

    @Test("we read every token from jwcrypto")
    func weRead() throws {
        // Every other token is compressed.
        var count = 0
        let asked = try Self.rows { row, _ in
            count += 1
            return count.isMultiple(of: 2) ? "zip" : ""
        }
        let rows = try JSONDecoder().decode([Row].self, from: Data(Self.ask(Self.writing, asked).output))
        #expect(rows.count == asked.count)
        for row in rows {
            let keys = try JWKSet(Array(row.key.utf8))
            if row.kind == "jws" {
                #expect(try JWS(verifying: row.token, keys: keys).payload == Self.message, "\(row.algorithm)")
            } else {
                let token = try JWE(decrypting: row.token, keys: keys)
                #expect(token.plaintext == SecretBytes(copying: Self.message), "\(row.algorithm) \(row.encryption)")
            }
        }
    }
}
