import ArcaCore
import ArcaCompression
import ArcaContainers
import ArcaSystem
import ArcaVault
import Foundation
import Testing

@testable import ArcaCLI

@Suite struct ErrorHintsTests {
    @Test("adds a hint to a library error if the command has the options it names")
    func added() {
        let error = CompressionError.code(.trailingData)
        #expect(ErrorHints.hint(for: error, in: DecompressCommand.self) == "give --allow-trailing to ignore it")
        #expect(ErrorHints.hint(for: error, in: HashCommand.self) == nil)
        #expect(ErrorHints.hint(for: VaultError.code(.tampered), in: VaultGetCommand.self) != nil)
        #expect(ErrorHints.hint(for: VaultError.code(.tampered), in: VaultVerifyCommand.self) == nil)
        #expect(ErrorHints.hint(for: ExitStatus.mismatch, in: HashCommand.self) == nil)
    }

    @Test("keeps the error's own hint")
    func kept() {
        let error = CodecError(.truncated, "", hint: "own").withHint("other") as? CodecError
        #expect(error?.hint == "own")
        #expect((CodecError.code(.truncated).withHint("other") as? CodecError)?.hint == "other")
    }

    @Test("names the input in errors about it, except in those that already name a file")
    func naming() {
        #expect((ContainerError(.tampered, "changed").named("x.age") as? ContainerError)?.reason == "x.age: changed")
        #expect((SystemError(.notFound, "x.age: gone").named("x.age") as? SystemError)?.reason == "x.age: gone")
        #expect((UsageError(.conflict, "no").named("x.age") as? UsageError)?.reason == "no")
    }

    @Test("each hint in the table fits some command")
    func table() {
        let commands = CommandTree(RootCommand.self).all.map(\.command)
        for (code, hint) in ErrorHints.table.flatMap({ row in row.value.map { (row.key, $0) } }) {
            let wanted = ErrorHints.options(in: hint)
            let isGiven = commands.contains { command in
                wanted.allSatisfy(command.visibleParameters.flatMap(\.names).contains)
            }
            #expect(isGiven, "\(code): \(hint)")
        }
        #expect(ErrorHints.options(in: "give --a, or run 'arca x --b' and --c") == ["--a", "--c"])
    }

    @Test("no error of the library names an option of the command")
    func library() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")
        let modules = try FileManager.default.contentsOfDirectory(atPath: sources.path)
            .filter {
                $0.hasPrefix("Arca") && !["ArcaCLI", "ArcaKernels", "ArcaDetect", "ArcaInspect"].contains($0)
            }
        #expect(modules.count > 8)
        let options = Set(
            CommandTree(RootCommand.self).all.flatMap(\.options).flatMap(\.names).filter { $0.hasPrefix("--") })
        for module in modules {
            let files = FileManager.default.enumerator(atPath: sources.appendingPathComponent(module).path)
            while let name = files?.nextObject() as? String {
                // The command that repeats a case belongs to the report.
                guard name.hasSuffix(".swift"), name != "Comparison/ComparisonReport.swift" else { continue }
                let path = sources.appendingPathComponent(module).appendingPathComponent(name)
                for line in try String(contentsOf: path, encoding: .utf8).split(separator: "\n") {
                    let code = line.drop { $0 == " " }
                    guard !code.hasPrefix("//"), code.contains("\""), code.contains("--") else { continue }
                    // The command line of another program.
                    guard !code.contains("\"gpg ") else { continue }
                    let words = code.split { " \"',;:()`".contains($0) }.map(String.init)
                    #expect(!words.contains(where: options.contains), "\(module)/\(name): \(code)")
                }
            }
        }
    }
}
