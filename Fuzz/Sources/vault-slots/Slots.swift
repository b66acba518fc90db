import ArcaCore
import ArcaCrypto
import FuzzSupport

@testable import ArcaVault

/// Hostile slots, and text typed by users: nothing is computed or allocated before the limits are checked, and parsed
/// values round-trip.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    switch input.byte() % 5 {
    case 0: slot(input.bytes)
    case 1:
        // With correct check bytes, as an attacker would.
        let bytes = input.bytes
        slot(bytes + SHA256.hash(bytes).prefix(4))
    case 2: table(input)
    case 3: recoveryCode(input.bytes)
    default: file(input.bytes)
    }
    return 0
}

private func slot(_ body: [UInt8]) {
    guard body.count >= 41 else {
        check((try? SealedSlot(parsing: body, identifier: [], vault: [])) == nil, "no body is that short")
        return
    }
    do {
        let slot = try SealedSlot(parsing: body, identifier: Array(body[25..<41]), vault: Array(body[9..<25]))
        check(slot.body == body, "a slot keeps its body")
        check(slot.header + slot.wrappedKey + slot.tag + body.suffix(4) == body[...], "its parts are the whole of it")
        check(slot.salt.count == 32 && slot.wrappedKey.count == 32 && slot.tag.count == 32, "parts have their lengths")
        check(slot.header.dropFirst(50).starts(with: slot.parameters.bytes), "parameters are written as they were read")
        check(try slot.unwrap(under: SymmetricKey(copying: [1])) == nil, "nothing that was not made opens")
    } catch {
        let error = VaultError(wrapping: error)
        check((error.offset ?? 0) <= body.count, "an error lies inside the body")
    }
}

private func table(_ input: Input) {
    var input = input
    let size = Int(input.byte()) + 1
    let bytes = input.bytes
    let rows = stride(from: 0, to: bytes.count, by: size).map { start in
        (identifier: [UInt8(truncatingIfNeeded: start), UInt8(truncatingIfNeeded: start >> 8)], body: Array(bytes[start...].prefix(size)))
    }
    guard let table = try? SlotSet(rows: rows, vault: [UInt8](repeating: 0, count: 16), epoch: 1) else { return }
    check(table.rows.count == rows.count, "no row is lost")
    check(table.slots.count + table.damages.count == rows.count, "each row is a slot or damage")
    if let file = try? VaultKeyFile() {
        check((try? table.unlock(with: .keyFile(file))) == nil, "nothing that was not made opens")
    }
}

private func recoveryCode(_ text: [UInt8]) {
    do {
        let code = try RecoveryCode(text)
        let written = code.text
        check((try? RecoveryCode(written)) == code, "a code that was read is written and read again")
    } catch {
        check(error.code == .malformed && (error.offset ?? 0) <= text.count, "an error lies inside the text")
    }
}

private func file(_ bytes: [UInt8]) {
    if let file = try? VaultKeyFile(bytes) {
        check((try? VaultKeyFile(file.text)) == file, "a key file that was read is written and read again")
    }
    _ = try? NewVaultSlot.recipients(in: bytes)
    _ = try? VaultCredential.all(in: bytes) { SecretBytes(copying: [1]) }
}
