import Arca
import Dispatch
import Foundation

// Sources of bytes that the optimizer cannot see through.

@inline(never) func array(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 33) & 0x7f }
}
@inline(never) func data(_ count: Int) -> Data { Data(array(count)) }
@inline(never) func text(_ count: Int) -> String { String(decoding: array(count), as: UTF8.self) }

struct Holder { var data: Data }

final class Object {
    var data: Data
    init(_ data: Data) { self.data = data }
}

final class Memory {
    let bytes: UnsafeBufferPointer<UInt8>
    init(_ array: [UInt8]) {
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: array.count)
        _ = memory.initialize(from: array)
        bytes = UnsafeBufferPointer(memory)
    }
    deinit { bytes.deallocate() }
}

extension DispatchData {
    init(_ array: [UInt8]) { self = array.withUnsafeBytes { DispatchData(bytes: $0) } }
}

// What the calls need besides bytes.

func must<Value>(_ body: () throws -> Value) -> Value {
    do { return try body() } catch { fatalError("\(error)") }
}

let twelve = [UInt8](0..<12)
let sixteen = [UInt8](0..<16)
let thirtyTwo = [UInt8](0..<32)
let key16 = SymmetricKey(data: sixteen)
let key32 = SymmetricKey(data: thirtyTwo)
let secret = SecretBytes(copying: sixteen)
let passwordHash = must { try PasswordHash(hashing: sixteen, scheme: .scrypt(Scrypt.Cost(logN: 2, r: 1, p: 1))) }
let p256 = must { try EllipticPrivateKey(.p256) }
let signing = must { P256.Signing.PrivateKey() }
let ed25519 = must { Curve25519.Signing.PrivateKey() }
let x25519 = must { Curve25519.KeyAgreement.PrivateKey() }
let sharedSecret = must { try x25519.sharedSecretFromKeyAgreement(with: x25519.publicKey) }
let sm2 = SM2.PrivateKey()
let xwing = must { try XWingMLKEM768X25519.PrivateKey() }
let mlkem = must { try MLKEM768.PrivateKey() }
let mldsa = must { try MLDSA44.PrivateKey() }
let cipherFinder = {
    // The search is the same for any work; a second for each form of each length would be too much.
    var limits = CipherFinder.Limits()
    limits.workByteCount = 1 << 18
    return CipherFinder(limits: limits)
}()
let mldsaKey = must { try AnyMLDSAPrivateKey(.mldsa44) }
let suite = HPKE.Ciphersuite(kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .chaChaPoly)
let hybridSuite = HPKE.Ciphersuite(kem: .XWingMLKEM768X25519, kdf: .HKDF_SHA256, aead: .chaChaPoly)
let rsa = must { try RSAPrivateKey(bitCount: 2048) }
let webKey = JSONWebKey(.symmetric(key32))
let identity = must { try Age.X25519Identity() }
let age = must { try Age(recipients: [identity.recipient], identities: [identity]) }
let otp = must { try OTPGenerator(.time, key: secret) }
let hotp = must { try OTPGenerator(.counter, key: secret) }

struct Entries: TarHandler {
    mutating func begin(_ entry: TarEntry) throws {}
    mutating func take(_ content: Span<UInt8>) throws {}
    mutating func end() throws {}
}

let scratch =
    FileManager.default.temporaryDirectory.path + "/arca-consumer-\(ProcessInfo.processInfo.processIdentifier)"

/// The file that `body` writes.
func written(_ body: (BytePath) throws -> Void) throws -> [UInt8] {
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    try body(BytePath(scratch.utf8))
    return Array(try Data(contentsOf: URL(fileURLWithPath: scratch)))
}

/// The file that `body` writes through a descriptor.
func opened(_ body: (Int32) throws -> Void) throws -> [UInt8] {
    let descriptor = open(scratch, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    defer {
        close(descriptor)
        try? FileManager.default.removeItem(atPath: scratch)
    }
    try body(descriptor)
    return Array(try Data(contentsOf: URL(fileURLWithPath: scratch)))
}

/// Whether a store took what `body` adds.
func imageStore(_ body: (ImageStore) throws -> Void) throws -> Bool {
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    try body(ImageStore(BytePath(scratch.utf8)))
    return true
}

/// The bytes that `body` writes to a buffer.
func into(_ body: (inout OutputSpan<UInt8>) throws -> Void) rethrows -> [UInt8] {
    try [UInt8](capacity: 200_000) { output throws in try body(&output) }
}

// Outcomes are compared as text.

func outcome<Value>(_ body: () throws -> Value) -> String {
    do { return "\(try body())" } catch { return "error: \(error)" }
}

nonisolated(unsafe) var checks = 0
nonisolated(unsafe) var current = ""
nonisolated(unsafe) var failures: [String: [String]] = [:]

func compare(_ form: String, _ count: Int, _ expected: String, _ found: String) {
    checks += 1
    guard expected != found else { return }
    failures[current, default: []].append(
        "\(form), \(count) bytes: \(found.prefix(80)) instead of \(expected.prefix(80))")
}

func run(_ call: String, _ body: () -> Void) {
    current = call
    body()
}

func finish() {
    for (call, lines) in failures.sorted(by: { $0.key < $1.key }) {
        print("\(call): \(lines.count) wrong, first: \(lines[0])")
    }
    print("\(checks) checks of public calls in a release build, \(failures.values.map(\.count).reduce(0, +)) wrong")
    exit(failures.isEmpty ? 0 : 1)
}
