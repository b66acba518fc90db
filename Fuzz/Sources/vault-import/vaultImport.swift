import Arca
import ArcaCore
import FuzzSupport

/// Any file of another program gives items with distinct names, or an error with an offset inside the input.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let choice = input.byte()
    let bytes = input.bytes
    guard choice != 0xff else {
        database(bytes)
        return 0
    }
    guard choice % 12 < 11 else {
        oneTimePassword(bytes)
        return 0
    }
    let formats = ImportedItems.Format.allCases
    let format: ImportedItems.Format? = choice % 12 < formats.count ? formats[Int(choice % 12)] : nil
    let columns = choice >= 128 ? try? ImportedItems.Columns("service=a,account=b,password=c,otp=d,created=e") : nil
    do {
        let found = try ImportedItems(reading: bytes, as: columns == nil ? format : nil, columns: columns)
        var names: Set<VaultItem.Name> = []
        for item in found.items {
            check(names.insert(item.draft.name).inserted, "names differ")
            check(!item.draft.name.service.isEmpty, "a service is not empty")
            var fields: Set<String> = []
            if format != .json {
                for name in item.draft.attributes.fields.map(\.name) + item.draft.secret.fields.map(\.name) {
                    check(fields.insert(name).inserted, "names of fields differ")
                }
            }
            check(Set(item.attachments.map(\.name)).count == item.attachments.count, "names of attachments differ")
            check(PasswordStrength(of: item.draft.secret.value).bits >= 0, "a strength is not negative")
        }
    } catch {
        check((error.offset ?? 0) <= bytes.count, "an error lies inside the input")
    }
    return 0
}

/// A KeePass database; the limits keep its key derivation short.
private func database(_ bytes: [UInt8]) {
    let limits = CostLimits(argon2MemoryKiB: 8...1024, argon2Work: 4096, aesKDFRounds: 1...1000)
    do {
        _ = try ImportedItems(
            reading: bytes, as: .kdbx, passphrase: SecretBytes(copying: "correct horse ä".utf8), limits: limits)
    } catch {
        check((error.offset ?? 0) <= bytes.count, "an error lies inside the input")
    }
}

private func oneTimePassword(_ bytes: [UInt8]) {
    do {
        let password = try OTPGenerator(uri: bytes)
        check((try? OTPGenerator(uri: password.uri)) == password, "written, then read")
        check((password.kind == .time ? try? password.code() : try? password.code(counter: 1)) != nil, "a code")
    } catch {
        check((error.offset ?? 0) <= bytes.count, "an error lies inside the input")
    }
    if let time = try? Vault.Timestamp(text: String(decoding: bytes, as: UTF8.self)) {
        check((try? Vault.Timestamp(text: time.description)) == time, "a time written, then read")
    }
}
