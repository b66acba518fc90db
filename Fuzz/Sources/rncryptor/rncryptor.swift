import Arca
import FuzzSupport

/// RNCryptor and AESCrypt-ObjC: raw bytes, and a valid file with edits; a changed file yields no plaintext.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    var input = Input(start, count)
    let key = SymmetricKey(copying: [UInt8](repeating: 7, count: 32))
    guard let format = try? RNCryptor3(encryptionKey: key, authenticationKey: key),
        let file = try? format.seal([UInt8](repeating: 1, count: Int(input.byte())))
    else { fatalError("sealing fails") }
    var changed = file
    let edit = input.byte() % 4
    let place = Int(input.byte()) % file.count
    switch edit {
    case 0: changed[place] ^= max(1, input.byte())
    case 1: changed = Array(file[..<place])
    case 2: changed.insert(contentsOf: input.bytes + [0], at: place)
    default: changed = input.bytes
    }
    var reader = MemoryReader(changed)
    var writer = MemoryWriter()
    let isOpened = (try? format.open(&reader, into: &writer)) != nil
    check(!isOpened || changed == file, "a changed file is refused")
    check(isOpened || writer.bytes.isEmpty, "nothing comes out of it")
    _ = RNCryptor3.recognizes(FileBeginning(changed, isWhole: true))
    _ = try? AESCryptObjC(password: SecretBytes(copying: "x".utf8)).open(input.bytes)
    if let detection = FormatDetector.detect(FileBeginning(input.bytes, isWhole: true)) {
        check(detection.base64LayerCount <= 4, "four layers at most")
    }
    return 0
}
