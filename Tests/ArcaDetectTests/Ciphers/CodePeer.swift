import ArcaCodecs
import ArcaCrypto
import ArcaDetect
import ArcaTestSupport
import Foundation

/// Runs the code of many schemes in one process per language.
///
/// The programs read lines of a number and hexadecimal texts (message, data, key, and IV and salt if the scheme needs them)
/// and write lines of the number, the decrypted data and the encrypted message.
struct CodePeer: Sendable {
    let language: ProgramLanguage
    /// Files of the program of a case, from its code.
    let files: @Sendable (_ code: String, _ case: CodeCase) -> [String: String]
    /// The file that runs all cases.
    let driver: @Sendable (_ cases: [CodeCase]) -> (name: String, text: String)
    let commands: [[String]]

    struct Answer {
        let number: Int
        let message: [UInt8]
        let data: [UInt8]
    }

    /// The cases that the language has code for.
    var cases: [CodeCase] {
        CodeCase.all.filter { item in
            guard let code = try? item.scheme.code(in: language) else { return false }
            // Modules outside the standard library are not in Debian's package.
            return !code.contains("\"golang.org/x/")
        }
    }

    func run(_ cases: [CodeCase]) throws -> [Answer] {
        try Peer.inFolder { folder in
            var input = ""
            for item in cases {
                for (name, text) in files(try item.scheme.code(in: language), item) {
                    let file = folder.appendingPathComponent(name)
                    try FileManager.default.createDirectory(
                        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                    try text.write(to: file, atomically: false, encoding: .utf8)
                }
                let data = try item.scheme.encrypt(item.message.utf8, with: item.inputs)
                let texts = [item.keyText, item.ivText, item.saltText].compactMap { $0 }.map { Array($0.utf8) }
                let words = ([Array(item.message.utf8), data] + texts).map { Base16.standard.encode($0) }
                input += "\(item.number) \(words.joined(separator: " "))\n"
            }
            let (name, text) = driver(cases)
            try text.write(to: folder.appendingPathComponent(name), atomically: false, encoding: .utf8)
            var answer = Peer.Answer(output: [], errors: "", status: 0, wasSignalled: false)
            for command in commands {
                answer = try Peer.run(command, input: Array(input.utf8), in: folder)
                guard answer.status == 0 else { throw Peer.Failure(status: answer.status, errors: answer.errors) }
            }
            return try answer.lines.map { line in
                let words = line.split(separator: " ", omittingEmptySubsequences: false)
                guard words.count == 3, let number = Int(words[0]) else {
                    throw Peer.Failure(status: 0, errors: String(line))
                }
                return Answer(
                    number: number, message: try Base16.standard.decode(String(words[1])),
                    data: try Base16.standard.decode(String(words[2])))
            }
        }
    }

    static func isText(_ item: CodeCase) -> Bool {
        let envelope = item.scheme.envelope
        return !envelope.encodings.isEmpty || envelope.form != .concatenated
            || envelope.fields.allSatisfy { !$0.encodings.isEmpty }
    }

    static let python = CodePeer(
        language: .python,
        files: { code, item in
            // Debian's name of PyCryptodome.
            ["s\(item.number).py": code.replacingOccurrences(of: "from Crypto.", with: "from Cryptodome.")]
        },
        driver: { _ in
            (
                "driver.py",
                """
                import importlib, sys
                for line in sys.stdin:
                    number, *words = line.split()
                    message, data, *texts = map(bytes.fromhex, words)
                    texts = [text.decode() for text in texts]
                    module = importlib.import_module("s" + number)
                    is_text = module.encrypt.__annotations__["return"] is str
                    decrypted = module.decrypt(data.decode() if is_text else data, *texts)
                    encrypted = module.encrypt(message.decode(), *texts)
                    print(number, decrypted.encode().hex(), (encrypted.encode() if is_text else encrypted).hex())
                """
            )
        }, commands: [["python3", "-B", "driver.py"]])

    private static let nodeDriver = """
        for (const line of require("fs").readFileSync(0, "utf8").trim().split("\\n")) {
          const [number, ...words] = line.split(" ");
          const [message, data, ...bytes] = words.map((word) => Buffer.from(word, "hex"));
          const texts = bytes.map((text) => text.toString());
          const { encrypt, decrypt } = require("./s" + number + ".js");
          const encrypted = encrypt(message.toString(), ...texts);
          const decrypted = decrypt(typeof encrypted === "string" ? data.toString() : toData(data), ...texts);
          const bytesOf = typeof encrypted === "string" ? Buffer.from(encrypted) : fromData(encrypted);
          console.log(number, Buffer.from(decrypted).toString("hex"), bytesOf.toString("hex"));
        }
        """

    static let node = CodePeer(
        language: .node, files: { code, item in ["s\(item.number).js": code] },
        driver: { _ in ("driver.js", "const toData = (data) => data;\nconst fromData = toData;\n" + nodeDriver) },
        commands: [["node", "driver.js"]])

    /// The folder of Debian's package libjs-cryptojs.
    static let cryptoJSFolder = "/usr/share/javascript/cryptojs/components"

    static let cryptoJS = CodePeer(
        language: .cryptojs,
        files: { code, item in
            ["s\(item.number).js": code.replacingOccurrences(of: "require(\"crypto-js\")", with: "globalThis.CryptoJS")]
        },
        driver: { _ in
            let components =
                "core x64-core lib-typedarrays enc-utf16 enc-base64 md5 sha1 sha256 sha224 sha512 sha384 ripemd160 hmac pbkdf2 "
                + "evpkdf cipher-core mode-cfb mode-ctr mode-ofb mode-ecb pad-nopadding aes tripledes rc4"
            return (
                "driver.js",
                """
                const source = "\(components)".split(" ").map(
                  (name) => require("fs").readFileSync("\(cryptoJSFolder)/" + name + ".js", "utf8"));
                globalThis.CryptoJS = require("vm").runInThisContext(
                  "(function () {" + source.join("\\n") + "; return CryptoJS; })")();
                const toData = (data) => CryptoJS.enc.Hex.parse(data.toString("hex"));
                const fromData = (words) => Buffer.from(words.toString(), "hex");
                """ + "\n" + nodeDriver
            )
        }, commands: [["node", "driver.js"]])

    static let php = CodePeer(
        language: .php,
        files: { code, item in
            [
                "s\(item.number).php": code.replacingOccurrences(
                    of: "<?php\n", with: "<?php\nnamespace s\(item.number);\n")
            ]
        },
        driver: { _ in
            (
                "driver.php",
                """
                <?php
                error_reporting(E_ALL);
                set_error_handler(function ($number, $text) { throw new ErrorException($text); });
                while (($line = fgets(STDIN)) !== false) {
                    $words = explode(' ', trim($line));
                    $number = array_shift($words);
                    [$message, $data] = $texts = array_map('hex2bin', $words);
                    $texts = array_slice($texts, 2);
                    require "./s$number.php";
                    $decrypted = ("s$number\\\\decrypt")($data, ...$texts);
                    $encrypted = ("s$number\\\\encrypt")($message, ...$texts);
                    echo $number, ' ', bin2hex($decrypted), ' ', bin2hex($encrypted), "\\n";
                }
                """
            )
        }, commands: [["php", "-n", "-d", "extension=iconv", "driver.php"]])

    static let java = CodePeer(
        language: .java,
        files: { code, item in
            [
                "S\(item.number).java": code.replacingOccurrences(
                    of: "public final class DataCipher", with: "final class S\(item.number)")
            ]
        },
        driver: { _ in
            (
                "Driver.java",
                """
                import java.lang.reflect.Method;
                import java.nio.charset.StandardCharsets;
                import java.util.*;
                public class Driver {
                    static Object call(Method[] methods, String name, byte[] input, List<Object> texts) throws Exception {
                        for (Method method : methods) {
                            if (!method.getName().equals(name)) continue;
                            List<Object> arguments = new ArrayList<>(texts);
                            boolean isText = method.getParameterTypes()[0] == String.class;
                            arguments.add(0, isText ? new String(input, StandardCharsets.UTF_8) : input);
                            return method.invoke(null, arguments.toArray());
                        }
                        throw new Exception(name);
                    }
                    static byte[] bytes(Object value) {
                        return value instanceof String ? ((String) value).getBytes(StandardCharsets.UTF_8) : (byte[]) value;
                    }
                    public static void main(String[] arguments) throws Exception {
                        Scanner scanner = new Scanner(System.in);
                        HexFormat hex = HexFormat.of();
                        while (scanner.hasNextLine()) {
                            String[] words = scanner.nextLine().split(" ");
                            List<Object> texts = new ArrayList<>();
                            for (int i = 3; i < words.length; i++) {
                                texts.add(new String(hex.parseHex(words[i]), StandardCharsets.UTF_8));
                            }
                            Method[] methods = Class.forName("S" + words[0]).getMethods();
                            Object decrypted = call(methods, "decrypt", hex.parseHex(words[2]), texts);
                            Object encrypted = call(methods, "encrypt", hex.parseHex(words[1]), texts);
                            System.out.println(
                                words[0] + " " + hex.formatHex(bytes(decrypted)) + " " + hex.formatHex(bytes(encrypted)));
                        }
                    }
                }
                """
            )
        },
        commands: [
            ["sh", "-c", "exec javac -J-XX:TieredStopAtLevel=1 -J-Xshare:auto -proc:none -d classes *.java"],
            ["java", "-XX:TieredStopAtLevel=1", "-cp", "classes", "Driver"],
        ])

    static let go = CodePeer(
        language: .go,
        files: { code, item in
            [
                "go.mod": "module x\n\ngo 1.19\n",
                "s\(item.number)/code.go": code.replacingOccurrences(
                    of: "\npackage main\n", with: "\npackage s\(item.number)\n"),
            ]
        },
        driver: { cases in
            var imports = ""
            var calls = ""
            for item in cases {
                let texts = (0..<[item.keyText, item.ivText, item.saltText].compactMap { $0 }.count)
                    .map { ", string(words[\($0 + 2)])" }.joined()
                imports += "\t\"x/s\(item.number)\"\n"
                let data = isText(item) ? "string(words[1])" : "words[1]"
                calls += """
                    \t\tcase "\(item.number)":
                    \t\t\tdecrypted, err := s\(item.number).Decrypt(\(data)\(texts))
                    \t\t\tcheck(err)
                    \t\t\tencrypted, err := s\(item.number).Encrypt(string(words[0])\(texts))
                    \t\t\tcheck(err)
                    \t\t\tfmt.Printf("%s %x %x\\n", fields[0], decrypted, encrypted)

                    """
            }
            return (
                "main.go",
                """
                package main

                import (
                	"bufio"
                	"encoding/hex"
                	"fmt"
                	"os"
                	"strings"
                \(imports))

                func check(err error) {
                	if err != nil {
                		panic(err)
                	}
                }

                func main() {
                	scanner := bufio.NewScanner(os.Stdin)
                	for scanner.Scan() {
                		fields := strings.Fields(scanner.Text())
                		var words [][]byte
                		for _, field := range fields[1:] {
                			word, err := hex.DecodeString(field)
                			check(err)
                			words = append(words, word)
                		}
                		switch fields[0] {
                \(calls)\t\t}
                	}
                }
                """
            )
        }, commands: [["go", "run", "."]])

    static let openSSL = CodePeer(
        language: .openssl, files: { code, item in ["s\(item.number).sh": code] },
        driver: { _ in
            (
                "driver.sh",
                """
                set -euo pipefail
                cases=$(cat)
                while read -r number message data texts; do
                    (
                        . "./s$number.sh"
                        inputs=()
                        for text in $texts; do inputs+=("$(from_hex "$text")"); done
                        decrypted=$(from_hex "$data" | decrypt "${inputs[@]}" | to_hex)
                        encrypted=$(from_hex "$message" | encrypt "${inputs[@]}" | to_hex)
                        echo "$number $decrypted $encrypted"
                    ) </dev/null
                done <<<"$cases"
                """
            )
        }, commands: [["bash", "driver.sh"]])
}
