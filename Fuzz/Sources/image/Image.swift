import Arca
import FuzzSupport

/// Image headers of every kind, texts of metadata, and metadata removal.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Input(start, count).bytes
    guard let info = try? ImageInfo(of: bytes, fileName: "a.png") else { return 0 }
    check(info.imageByteCount <= bytes.count, "the image ends inside the file")
    check(info.findings.allSatisfy { ($0.offset ?? 0) >= 0 }, "a place is not negative")
    check((try? MetadataText.all(in: bytes)) != nil, "the texts of a known image are read")
    if let stripped = try? ImageStripper(keepsOrientation: false).strip(bytes) {
        let after = try? ImageInfo(of: stripped.bytes)
        check(after != nil, "what is left is an image")
        check(after?.kind == info.kind && after?.width == info.width, "it is the same picture")
        check(after?.metadata.allSatisfy { $0.kind == .colorProfile } ?? true, "no metadata are left")
    }
    return 0
}
