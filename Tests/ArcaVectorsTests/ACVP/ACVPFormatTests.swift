import Testing

internal import ArcaCore
@testable import ArcaVectors

@Suite struct ACVPFormatTests {
    /// ACVP-AES-GCM-1.0 of usnistgov/ACVP-Server, tests 1, 31 and 32, without answers.
    static let prompt = """
        {"vsId": 0, "algorithm": "ACVP-AES-GCM", "revision": "1.0", "isSample": false, "testGroups": [
          {"tgId": 1, "testType": "AFT", "direction": "encrypt", "keyLen": 128, "ivLen": 120, "ivGen": "external",
           "ivGenMode": "8.2.2", "payloadLen": 120, "aadLen": 120, "tagLen": 32, "tests": [
            {"tcId": 1, "pt": "9F08289100A12FD0FBD4900CA246C3", "key": "D56AC5F53C83071EBD0EFB024B5AA85A",
             "aad": "980C048488B5A4EECEF8C2EB2E720D", "iv": "D31CBA3B42F28B8762192AC4979B66"}]},
          {"tgId": 3, "testType": "AFT", "direction": "decrypt", "keyLen": 128, "ivLen": 120, "ivGen": "external",
           "ivGenMode": "8.2.2", "payloadLen": 0, "aadLen": 0, "tagLen": 128, "tests": [
            {"tcId": 31, "key": "BA63A3BC14F61B51DD4007FA897E5A33", "aad": "", "iv": "4635D74B3A46BBD40EFDA10E94BC11",
             "ct": "", "tag": "F029044643F142BDA0DD28F0C6EAB71E"},
            {"tcId": 32, "key": "E61CD9A9D274C4698B51B5836044054E", "aad": "", "iv": "EA2C2655711B7545B8184B32BACA87",
             "ct": "", "tag": "2678801DAAB965354D3D6F93107072F6"}]}]}
        """
    static let answers = """
        {"vsId": 0, "algorithm": "ACVP-AES-GCM", "revision": "1.0", "testGroups": [
          {"tgId": 1, "tests": [{"tcId": 1, "ct": "6FE8A4E333FF92BE028A758459843A", "tag": "B1D42652"}]},
          {"tgId": 3, "tests": [{"tcId": 31, "pt": ""}, {"tcId": 32, "testPassed": false}]}]}
        """

    /// Reads the cases of a prompt, with its answers in the same folder.
    static func read(_ prompt: String, _ answers: String?) throws -> VectorFile {
        let source = try VectorSource(name: "x/prompt.json", bytes: Array(prompt.utf8)) { name in
            name == "expectedResults.json" ? answers.map { Array($0.utf8) } : nil
        }
        #expect(ACVPFormat.claims(source))
        return try ACVPFormat.read(source)
    }

    /// Runs cases and counts their outcomes.
    static func check(_ file: VectorFile) -> CaseTally {
        let checker = Checker(implementation: ArcaImplementation())
        let budget = WorkBudget(.standard)
        var tally = CaseTally()
        for vector in file.cases {
            guard let family = ACVPFormat.family(of: vector.kind) else { continue }
            let prepared = PreparedCase(vector, family: family, budget: budget)
            checker.outcomes(of: [prepared]).forEach { tally.count($0) }
        }
        return tally
    }

    @Test("joins prompts and answers by number, as objects and as arrays with a header")
    func joins() throws {
        #expect(Self.check(try Self.read(Self.prompt, Self.answers)).passed == 3)
        let array = { (text: String) in "[{\"acvVersion\": \"1.0\"}, \(text)]" }
        #expect(Self.check(try Self.read(array(Self.prompt), array(Self.answers))).passed == 3)
    }

    @Test("fails cases with missing or wrong answers, and answers without a test")
    func fails() throws {
        #expect(Self.check(try Self.read(Self.prompt, nil)).failed == 2)
        for (right, wrong) in [
            ("6FE8", "6FE9"), ("B1D4", "B1D5"), ("\"testPassed\": false", "\"pt\": \"\""),
            ("{\"tcId\": 31, \"pt\": \"\"}", "{\"tcId\": 31, \"testPassed\": false}"),
        ] {
            let tally = Self.check(try Self.read(Self.prompt, Self.answers.replacing(right, with: wrong)))
            #expect(tally.failed == 1 && tally.passed == 2, "\(wrong)")
        }
        let surplus = Self.answers.replacing("\"tcId\": 31", with: "\"tcId\": 33")
        #expect(try Self.read(Self.prompt, surplus).problems.map(\.code) == [.miscounted])
        let member = Self.prompt.replacing("\"isSample\"", with: "\"isSimple\"")
        #expect(try Self.read(member, Self.answers).problems.map(\.code) == [.unknownField])
        let field = Self.prompt.replacing("\"ivGenMode\"", with: "\"ivGenMood\"")
        #expect(Self.check(try Self.read(field, Self.answers)).failed == 3)
    }

    @Test("treats answers and registrations as companions of the prompt")
    func companions() throws {
        for name in ["expectedResults.json", "registration.json"] {
            let source = try VectorSource(name: "x/" + name, bytes: Array(Self.answers.utf8)) { name in
                name == "prompt.json" ? Array(Self.prompt.utf8) : nil
            }
            #expect(ACVPFormat.claims(source))
            #expect(try ACVPFormat.read(source).companionOf == "prompt.json")
        }
        let alone = VectorReport.of(Self.answers, named: "expectedResults.json")
        #expect(
            alone.reasons == [
                "no group has a testType; a file of answers needs the file prompt.json with them in its folder"
            ])
    }

    /// The last two decryption steps of ACVP-TDES-CBC, -CFB64, -CFB8, -CFB1 and -OFB 1.0 of usnistgov/ACVP-Server: IV,
    /// plaintext, ciphertext and three keys each.
    static let chains: [(String, [String])] = [
        (
            "CBC",
            [
                "137B59AA9855FC62 92EE3289DD493471 944DC45AC4437F0A 622C3DEC675DB0E0 A8402ACED3D6BF58 923DAD7098518C8F",
                "2C3EB2AE56CCC16F 87AF6CDB404676F7 92EE3289DD493471 F1C20E64BA158591 857F9861851A7F37 BFCD020486B607AB",
            ]
        ),
        (
            "CFB64",
            [
                "B3953152C6B5AA67 63D1FD0E2B145832 F202814D2CAFD903 5770A7E3B9154FD3 434529DC38FD896E 43FDF4B3AD325789",
                "B97B179FD132C379 7C15575FBCF6F736 DAAAEA91FA269B4B 34A15BEC920116E0 5D861F947AF4DC91 ECF198CDC26D0D8F",
            ]
        ),
        (
            "CFB8",
            [
                "EB5535AD52CA3E99 E2 03 4C989251866BB9C2 7CC79291262AAD91 83DCBF32202FB68A",
                "09E72DC78DBE2556 08 B4 A252791AB5F1CB20 D5A402C464AB0D62 8952D07658FBC8AB",
            ]
        ),
        (
            "CFB1",
            [
                "BC22505E417E83CB 80 80 79B3FE465BB380F4 79E685FE2A6DC7F2 B5BC98015438E09B",
                "7A11A7F2C24720DC 80 80 F78016511C7AE091 26914001DFD3E089 7AA2FB9D1F1C04B0",
            ]
        ),
        (
            "OFB",
            [
                "CA6B24968C263CF2 864079FB881A94B3 7BCFA469C6BB9AB2 54DC4380D6987951 B394D0CDEFBF1601 F70462CB25EAA4E3",
                "3EDB83DD2740E897 87EED60E02E7B7D4 C54F989CBCB1D0DE D39D3B7A5E83ECE3 3B94FDCD38EF7C73 3BD986BA868AFB5E",
            ]
        ),
    ]

    @Test("runs Monte Carlo chains of 3DES, and detects an error in one", arguments: chains)
    func chain(mode: String, steps: [String]) {
        let entries = steps.map { step in
            let words = step.split(separator: " ")
            return """
                {"iv": "\(words[0])", "pt": "\(words[1])", "ct": "\(words[2])", "key1": "\(words[3])",
                "key2": "\(words[4])", "key3": "\(words[5])"}
                """
        }
        let text = """
            {"vsId": 0, "algorithm": "ACVP-TDES-\(mode)", "revision": "1.0", "testGroups": [{"tgId": 1, "testType": "MCT",
            "direction": "decrypt", "keyingOption": 1, "tests": [{"tcId": 1, "resultsArray": [\(entries.joined(separator: ","))]}]}]}
            """
        let report = VectorReport.of(text, named: "x.json")
        #expect(report.totals.passed == 1 && report.isGood, "\(report.reasons)")
        let second = steps[1].split(separator: " ")
        for index in [0, 2, 3, 4, 5] where mode != "CFB1" || index != 2 {
            let wrong = String(second[index].dropLast()) + (second[index].hasSuffix("0") ? "2" : "0")
            let changed = text.replacing(second[index], with: wrong)
            #expect(VectorReport.of(changed, named: "x.json").totals.failed == 1, "\(wrong)")
        }
    }

    /// Three steps of a SHAKE128 chain with outputs of 2 to 32 bytes, computed with hashlib.
    static let shake = """
        {"vsId": 1, "algorithm": "SHAKE-128", "revision": "1.0", "testGroups": [{"tgId": 1, "testType": "MCT",
        "minOutLen": 16, "maxOutLen": 256, "tests": [{"tcId": 7, "msg": "1C2A3B4C5D6E7F8091A2B3C4D5E6F708", "len": 128,
        "resultsArray": [
          {"md": "18A3B98D7053031C90D8AED975331971A3DC8DE7B2F7E531F1C5C82644F1", "outLen": 240},
          {"md": "2A762AA05DC35F057A4E88D5AF7B5F2480858B5053AF670853", "outLen": 200},
          {"md": "79D7CB4744D63FCF3F311A", "outLen": 88}]}]}]}
        """

    @Test(
        "runs Monte Carlo chains of SHAKE, and detects an error in one",
        arguments: [
            ("", "", true), ("F1\", \"outLen\": 240", "F1\", \"outLen\": 232", false), ("2A762A", "2B762A", false),
            ("\"minOutLen\": 16", "\"minOutLen\": 24", false), ("\"maxOutLen\": 256", "\"maxOutLen\": 248", false),
            ("\"outLen\": 88", "\"outLength\": 88", false),
        ])
    func chainsOfSHAKE(right: String, wrong: String, passes: Bool) {
        let text = right.isEmpty ? Self.shake : Self.shake.replacing(right, with: wrong)
        let report = VectorReport.of(text, named: "internalProjection.json")
        #expect(report.isGood == passes && report.totals.passed == (passes ? 1 : 0), "\(report.reasons)")
    }

    @Test("runs digests, MACs, key derivation and signatures in merged files, and reports what is unsupported")
    func merged() {
        func set(_ algorithm: String, _ group: String, _ test: String) -> VectorReport {
            .of(
                """
                {"vsId": 1, "algorithm": \(algorithm), "revision": "1.0", "testGroups": [{"tgId": 1, \(group),
                "tests": [{"tcId": 7, \(test)}]}]}
                """, named: "internalProjection.json")
        }
        // FIPS 180-4, appendix; RFC 4231, case 2; RFC 6070, case 1.
        let abc = "\"msg\": \"616263\", \"len\": 24, \"md\": "
        let digest = "\"BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD\""
        #expect(set("\"SHA2-256\"", "\"testType\": \"AFT\"", abc + digest).totals.passed == 1)
        #expect(set("\"SHA2-256\"", "\"testType\": \"AFT\"", abc + "\"00\"").totals.failed == 1)
        // 3,000,001 bytes, computed with hashlib.
        let long =
            "\"len\": 24, \"largeMsg\": {\"content\": \"6162636465\", \"contentLength\": 40, \"fullLength\": 24000008, "
            + "\"expansionTechnique\": \"repeating\"}, \"md\": "
            + "\"D0389FE72F955D29C52C627B94A2427BB8D4100D418D2531FF82A799501C9E0A\""
        #expect(set("\"SHA2-256\"", "\"testType\": \"LDT\"", long).totals.passed == 1)
        #expect(
            set("\"SHA2-256\"", "\"testType\": \"LDT\"", long.replacing("24000008", with: "24000016")).totals.failed
                == 1)
        #expect(
            set(
                "\"SHA2-256\"", "\"testType\": \"LDT\"",
                long.replacing("\"contentLength\": 40", with: "\"contentLength\": 32")
            )
            .totals.failed == 1)
        #expect(
            set("\"SHA2-256\"", "\"testType\": \"LDT\"", long.replacing("\"repeating\"", with: "\"other\"")).totals
                .skipped == 1)
        let mac =
            "\"key\": \"4A656665\", \"msg\": \"7768617420646F2079612077616E7420666F72206E6F7468696E673F\", \"mac\": "
        let code = "\"5BDCC146BF60754E6A042426089575C75A003F089D2739839DEC58B964EC3843\""
        let group = "\"testType\": \"AFT\", \"keyLen\": 32, \"msgLen\": 224, \"macLen\": 256"
        #expect(set("\"HMAC-SHA2-256\"", group, mac + code).totals.passed == 1)
        #expect(set("\"HMAC-SHA2-256\"", group, mac + code.replacing("5BDC", with: "5BDD")).totals.failed == 1)
        let derived =
            "\"password\": \"password\", \"salt\": \"73616C74\", \"iterationCount\": 1, \"keyLen\": 160, "
            + "\"derivedKey\": \"0C60C80F961F0E71F3A9B524AF6012062FE037A6\""
        #expect(set("\"PBKDF\"", "\"testType\": \"AFT\", \"hmacAlg\": \"SHA-1\"", derived).totals.passed == 1)
        // The first FF1 sample of SP 800-38G, and RFC 8032, section 7.1, test 2.
        let form =
            "\"key\": \"2B7E151628AED2A6ABF7158809CF4F3C\", \"tweak\": \"\", \"tweakLen\": 0, "
            + "\"pt\": \"0123456789\", \"ct\": \"2433477484\""
        let forms =
            "\"testType\": \"AFT\", \"direction\": \"encrypt\", \"keyLen\": 128, \"alphabet\": \"0123456789\", \"radix\": 10"
        #expect(set("\"ACVP-AES-FF1\"", forms, form).totals.passed == 1)
        #expect(set("\"ACVP-AES-FF1\"", forms, form.replacing("7484", with: "7485")).totals.failed == 1)
        #expect(set("\"ACVP-AES-FF3-1\"", forms, form).totals.skipped == 1)
        let edwards =
            "\"q\": \"3D4017C3E843895A92B70AA74D1B7EBC9C982CCF2EC4968CC0CD55F12AF4660C\", \"message\": \"72\", "
            + "\"signature\": \"92A009A9F0D4CAB8720E820B5F642540A2B27B5416503F8FB3762223EBDB69DA"
            + "085AC1E43E15996E458F3613D0F11D8C387B2EAEB4302AEEB00D291612BB0C00\", \"testPassed\": true"
        let curve = "\"testType\": \"AFT\", \"curve\": \"ED-25519\", \"preHash\": false"
        #expect(set("\"EDDSA\", \"mode\": \"sigVer\"", curve, edwards).totals.passed == 1)
        #expect(
            set("\"EDDSA\", \"mode\": \"sigVer\"", curve, edwards.replacing("true", with: "false")).totals.failed == 1)
        let absent = set("\"ECDSA\", \"mode\": \"sigVer\"", "\"testType\": \"AFT\"", "\"r\": \"00\"")
        #expect(absent.totals.skipped == 1)
        let unknown = set("\"ROT13\"", "\"testType\": \"AFT\"", "\"r\": \"00\"")
        #expect(unknown.reasons == ["acvp files have no kind of case AFT ROT13"])
    }
}
