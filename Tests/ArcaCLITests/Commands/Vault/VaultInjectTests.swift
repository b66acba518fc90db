import ArcaTestSupport
import Foundation
import Testing

@testable import ArcaCLI

@Suite("arca vault inject") struct VaultInjectTests {
    private static func withItems(_ body: (VaultTrial) throws -> Void) throws {
        try VaultTrial.run { trial in
            try trial.set("db/admin", "it's \"x\"", ["--field", "host=db.example"])
            try trial.set("api", "token")
            try trial.write(
                "app.toml.tpl", "host = \"{{ arca://db/admin/host }}\"\npw = \"{{ arca://db/admin | json }}\"\n")
            try trial.write("run.sh.tmpl", "KEY={{ arca://api | shell }} {{ .Other }}\n")
            try trial.write("bad.tpl", "ok\n  {{ arca://db/nobody }} {{ arca://db/admin/nothing }}\n")
            try body(trial)
        }
    }

    @Test("fills one template into a private file, or standard output")
    func one() throws {
        try Self.withItems { trial in
            let text = "host = \"db.example\"\npw = \"it's \\\"x\\\"\"\n"
            #expect(try trial.arca(["inject", "app.toml.tpl"]).text == text)
            #expect(try trial.arca(["inject"], "a {{arca://api}} b").text == "a token b")
            #expect(try trial.arca(["inject", "app.toml.tpl", "-o", "app.toml"]).status == 0)
            #expect(try trial.read("app.toml") == text)
            let mode = try FileManager.default.attributesOfItem(atPath: trial.folder.path + "/app.toml")
            #expect(mode[.posixPermissions] as? Int == 0o600)
            let same = try trial.arca(["inject", "app.toml.tpl", "-o", "app.toml.tpl"])
            #expect(same.status != 0)
            #expect(try trial.read("app.toml.tpl").contains("{{"))
        }
    }

    @Test("fills several templates together, or none")
    func several() throws {
        try Self.withItems { trial in
            let filled = try trial.arca(["inject", "--into", "out", "app.toml.tpl", "run.sh.tmpl"])
            #expect(filled.status == 0, "\(filled.errors)")
            #expect(try trial.read("out/run.sh") == "KEY='token' {{ .Other }}\n")
            #expect(try trial.read("out/app.toml").contains("db.example"))
            let failed = try trial.arca(["inject", "--into", "none", "app.toml.tpl", "bad.tpl"])
            #expect(failed.status == 7 && failed.errors.contains("bad.tpl: the vault has no item db/nobody"))
            #expect(failed.errors.contains("(line 2, column 3)"))
            #expect(!FileManager.default.fileExists(atPath: trial.folder.path + "/none"))
            #expect(try trial.arca(["inject", "app.toml.tpl", "run.sh.tmpl"]).status == 2)
            try trial.write("run.sh.tpl", "x")
            let twice = try trial.arca(["inject", "--into", "out", "run.sh.tpl", "run.sh.tmpl"])
            #expect(twice.status == 2 && twice.errors.contains("two templates would be written to out/run.sh"))
        }
    }

    @Test("a check reports each reference that is wrong, and writes nothing")
    func checking() throws {
        try Self.withItems { trial in
            let good = try trial.arca(["inject", "--check", "app.toml.tpl", "run.sh.tmpl"])
            #expect(good.status == 0 && good.output.isEmpty && good.errors == "arca: 3 references, nothing is wrong\n")
            let bad = try trial.arca(["inject", "--check", "bad.tpl", "app.toml.tpl"])
            #expect(bad.status == 7 && bad.output.isEmpty)
            #expect(bad.errors.contains("no item db/nobody"))
            #expect(bad.errors.contains("'db/admin' has no field 'nothing'"))
            #expect(bad.errors.contains("(line 2, column 26)"))
            #expect(try trial.log().isEmpty)
            let broken = try trial.arca(["inject", "--check"], "{{ arca://api")
            #expect(broken.status == 5 && broken.errors.contains("not closed by }} on its line"))
        }
    }

    @Test("a counter advances when its code is written, and not by a check")
    func codes() throws {
        try VaultTrial.run { trial in
            try trial.set("vpn", "x")
            try trial.write("otp", "otpauth://hotp/vpn?secret=JBSWY3DPEHPK3PXP&counter=5")
            #expect(try trial.arca(["edit", "vpn", "--otp-from", "file:otp"]).status == 0)
            let template = "{{ arca://vpn//otp }}"
            #expect(try trial.arca(["inject", "--check"], template).status == 0)
            let first = try trial.arca(["inject"], template).text
            let second = try trial.arca(["inject"], template).text
            #expect(first.utf8.count == 6 && second.utf8.count == 6 && first != second)
            #expect(try trial.get("vpn", "otpauth").contains("counter=7"))
            #expect(try trial.arca(["inject", "--check"], "{{ arca://vpn//otpx }}").status == 7)
        }
    }

    @Test("secrets are not shown on a terminal by accident", .enabled(if: Peer.has("python3")))
    func terminal() throws {
        try Self.withItems { trial in
            let refused = try trial.onTerminal(["inject", "run.sh.tmpl"], [])
            #expect(refused.status == 2 && !refused.text.contains("token"))
            #expect(try trial.log().isEmpty)
            #expect(try trial.onTerminal(["inject", "run.sh.tmpl", "-o", "-"], []).text.contains("KEY='token'"))
        }
    }
}
