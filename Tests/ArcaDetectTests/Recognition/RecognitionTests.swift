import ArcaCodecs
import ArcaCore
import ArcaTestSupport
import Testing

@testable import ArcaDetect

@Suite struct RecognitionTests {
    private static func name(_ bytes: [UInt8]) -> String { TextKinds.kind(of: bytes.span, Plausibility(bytes)).name }

    @Test(
        "recognizes text formats by their shape",
        arguments: [
            (#"{"a": [1, 2]}"#, "JSON"), ("[1, 2]", "JSON"), ("<?xml version=\"1.0\"?><a/>", "XML"),
            ("<!DOCTYPE html><p>", "HTML"), ("a,b\n1,2\n3,4\n", "CSV"), ("a\tb\n1\t2\n3\t4\n", "table with tabs"),
            ("https://example.com/", "URL"), ("550e8400-e29b-41d4-a716-446655440000", "UUID"),
            ("-----BEGIN AGE ENCRYPTED FILE-----\n", "file encrypted by age, armored"),
            ("-----BEGIN CERTIFICATE-----\n", "PEM"), ("#!/bin/sh\n", "script"),
            ("$2b$12$EixZaYVK1fsbw1ZfbX3OXePaWxn96p36WQoeG6Lruj3vjPGga31lW", "bcrypt password hash"),
            (
                "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
                "Base58Check text with its checksum, such as a Bitcoin address or key"
            ),
            ("bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "Bech32 text with its checksum, prefix 'bc'"),
            (
                "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
                "JSON Web Token"
            ),
        ])
    func shapes(text: String, name: String) { #expect(Self.name(Array(text.utf8)) == name) }

    @Test(
        "recognizes the language of prose",
        arguments: [
            ("It was the best of times, it was the worst of times.", "UTF-8 text, English"),
            ("Größe, Maße und Gewichte werden später geprüft und eingetragen.", "UTF-8 text, German"),
            ("Nous sommes arrivés hier soir avec toute la famille.", "UTF-8 text, French"),
            ("Los niños juegan en el parque todas las tardes.", "UTF-8 text, Spanish"),
            ("今天天气很好，我们去公园散步吧。", "UTF-8 text, Chinese"), ("吾輩は猫である。名前はまだ無い。", "UTF-8 text, Japanese"),
            ("다람쥐 헌 쳇바퀴에 타고파", "UTF-8 text, Korean"), ("Съешь же ещё этих булок", "UTF-8 text, Cyrillic script"),
            ("Ξεσκεπάζω την ψυχοφθόρα", "UTF-8 text, Greek"), ("hello", "UTF-8 text"),
        ])
    func languages(text: String, name: String) { #expect(Self.name(Array(text.utf8)) == name) }

    @Test(
        "recognizes files by their magic numbers",
        arguments: [
            ("89504e470d0a1a0a0000000d49484452", "png"), ("ffd8ffe000104a4649460001", "jpeg"),
            ("504b03041400000008000000", "zip"), ("7f454c460201010000000000000000000200", "elf"),
            ("255044462d312e370a25e2e3cfd30a", "pdf"), ("53514c69746520666f726d6174203300100001", "sqlite"),
            ("53616c7465645f5f0102030405060708", "openssl"), ("03d9a29a67fb4bb501000400", "kdbx"),
            ("1f8b080000000000000303000000000000000000", "gzip"), ("fd377a585a000004e6d6b446", "xz"),
            ("524946460000000057454250", "webp"), ("213c617263683e0a64656269616e2d62696e617279", "deb"),
            ("4d546864000000060001000200dc", "midi"),
            ("3059301306072a8648ce3d020106082a8648ce3d030107034200" + String(repeating: "04", count: 65), "der"),
            ("300d06092a864886f70d0101010500", "der"), ("300d06092a864886f70d01010105", nil), ("0000", nil), ("", nil),
        ] as [(String, String?)])
    func files(bytes: String, identifier: String?) {
        #expect(ForeignKinds.recognize(hex(bytes))?.identifier == identifier)
    }

    @Test("does not take text for a binary format with a printable magic number")
    func textMagic() {
        #expect(Self.name(Array("GIF89a%A2%7F is how it starts".utf8)).hasPrefix("UTF-8 text"))
        #expect(Self.name(Array("Salted__ is the magic of openssl enc".utf8)).hasPrefix("UTF-8 text"))
    }

    @Test("recognizes a certificate, but not a damaged one")
    func certificate() throws {
        guard Peer.has("openssl") else { return }
        let command = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
            "/dev/null",
            "-outform", "DER", "-subj", "/CN=a",
        ]
        let certificate = try Peer.run(command).output
        #expect(ForeignKinds.recognize(certificate)?.name == "X.509 certificate or request in DER")
        #expect(ForeignKinds.recognize(Array(certificate.dropLast())) == nil)
        #expect(ForeignKinds.recognize(certificate + [0]) == nil)
        let report = LayerFinder().find(Base64.standard.encodeToBytes(certificate))
        #expect(report.recipe?.steps == "base64" && report.output == certificate)
    }
}
