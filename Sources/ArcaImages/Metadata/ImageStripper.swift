public import ArcaCore

/// Removes metadata from image files, such as camera, location and comments.
///
/// Pixels are copied without recompression.
///
/// ```swift
/// let stripped = try ImageStripper().strip(photo)
/// stripped.bytes       // the same picture
/// stripped.removed     // what was in the file: exif, gps, …
/// ```
///
/// Supports JPEG, PNG and WebP. Orientation and color profiles are kept by default, because the picture would otherwise
/// appear rotated or with wrong colors. Trailing data is removed.
public struct ImageStripper: Sendable, Hashable {
    /// The stripped image and the removed metadata.
    public struct Result: Sendable, Hashable {
        /// The image without the removed metadata.
        public let bytes: [UInt8]
        /// The removed metadata, with offsets in the original file.
        public let removed: [ImageMetadata]
        /// The removed Exif orientation, or nil if it was upright or kept.
        ///
        /// Viewers now show the picture as the camera stored it, rotated or mirrored.
        public let lostOrientation: Int?
    }

    /// Whether to keep the orientation, in an Exif block that contains nothing else.
    public var keepsOrientation: Bool
    /// Whether to remove color profiles as well.
    public var removesColorProfile: Bool
    /// Whether to remove only trailing data and the location: Exif GPS data, and any XMP that may contain it.
    ///
    /// Place names in captions are kept, like all other metadata.
    public var removesPositionOnly: Bool

    /// Creates a stripper; `removesPositionOnly` overrides the other options.
    public init(
        keepsOrientation: Bool = true, removesColorProfile: Bool = false, removesPositionOnly: Bool = false
    ) {
        self.keepsOrientation = keepsOrientation
        self.removesColorProfile = removesColorProfile
        self.removesPositionOnly = removesPositionOnly
    }

    /// Removes metadata from an image.
    ///
    /// - Throws: ``ImageError`` with code `.unknownKind` if it is not an image, `.unsupported` for other formats,
    ///   `.truncated` or `.malformed` for a damaged image. A damaged image is rejected because metadata could remain in
    ///   the parts that cannot be parsed.
    public func strip(_ file: borrowing some Bytes) throws(ImageError) -> Result {
        let data = ImageData([UInt8](bytes: file))
        let info = try ImageInfo(of: data.bytes)
        if let damage = info.findings.first(where: { $0.code.isDamage }) {
            throw ImageError(
                damage.code == .truncated ? .truncated : .malformed, at: damage.offset,
                "the image is damaged: \(damage.reason)")
        }
        let plan = removesPositionOnly ? PositionRemoval(data, info.kind) : nil
        let orientation = info.orientation ?? 1
        let kept = keepsOrientation && orientation != 1 && plan == nil ? orientation : nil
        let bytes =
            switch info.kind {
            case .jpeg: jpeg(plan?.data ?? data, plan, orientation: kept)
            case .png: png(plan?.data ?? data, plan, orientation: kept)
            case .webp: webp(plan?.data ?? data, plan, orientation: kept)
            default:
                throw ImageError(
                    .unsupported, "metadata are taken out of JPEG, PNG and WebP, not of \(info.kind.name)")
            }
        var removed = info.metadata.filter { metadata in
            plan.map { metadata.kind == .gps || $0.blocks[metadata.offset] != nil } ?? goes(metadata.kind)
        }
        if info.imageByteCount < data.count {
            removed.append(
                ImageMetadata(
                    .trailingData, at: info.imageByteCount, byteCount: data.count - info.imageByteCount))
        }
        return Result(
            bytes: bytes, removed: removed,
            lostOrientation: kept == nil && plan == nil && orientation != 1 ? orientation : nil)
    }

    private func goes(_ kind: ImageMetadata.Kind) -> Bool { kind != .colorProfile || removesColorProfile }

    private func goes(_ kind: ImageMetadata.Kind?, at offset: Int, _ plan: PositionRemoval?) -> Bool {
        guard let kind else { return false }
        return plan.map { $0.blocks[offset] != nil } ?? goes(kind)
    }

    private func jpeg(_ data: ImageData, _ plan: PositionRemoval?, orientation: Int?) -> [UInt8] {
        var output: [UInt8] = [0xff, 0xd8]
        if let orientation {
            let exif = Array("Exif\0\0".utf8) + ImageStripper.exif(orientation)
            output += [0xff, 0xe1] + big(exif.count + 2, 2) + exif
        }
        var place = 2
        var isInScan = false
        while let segment = JPEGSegment(data, at: place, isInScan: isInScan) {
            (place, isInScan) = (segment.end, segment.isInScan)
            if goes(JPEGReader.metadataKind(data, segment), at: segment.start, plan) { continue }
            if plan == nil, let marker = segment.marker, let surplus = JPEGReader.surplus(data, segment) {
                var kept = Array(data.bytes[segment.dataStart..<segment.end - surplus.byteCount])
                // The JFIF segment ends with the width and height of the thumbnail, which was removed.
                if surplus.kind == .thumbnail { kept.replaceSubrange((kept.count - 2)..., with: [0, 0]) }
                output += [0xff, UInt8(marker)] + big(kept.count + 2, 2) + kept
            } else {
                output += data.bytes[segment.start..<segment.end]
            }
            if segment.marker == 0xd9 { break }
        }
        return output
    }

    private func png(_ data: ImageData, _ plan: PositionRemoval?, orientation: Int?) -> [UInt8] {
        var output = PNGChunk.signature
        var place = output.count
        while let chunk = PNGChunk(data, at: place) {
            place = chunk.end
            if !goes(PNGReader.metadataKind(data, chunk), at: chunk.start, plan) {
                // The checksum must be recomputed after the location was erased.
                output +=
                    chunk.type == "eXIf"
                    ? PNGChunk.bytes(type: chunk.type, Array(data.bytes[chunk.dataStart..<chunk.dataEnd]))
                    : Array(data.bytes[chunk.start..<chunk.end])
            }
            if chunk.type == "IHDR", let orientation {
                output += PNGChunk.bytes(type: "eXIf", ImageStripper.exif(orientation))
            }
            if chunk.type == "IEND" { break }
        }
        return output
    }

    private func webp(_ data: ImageData, _ plan: PositionRemoval?, orientation: Int?) -> [UInt8] {
        var output: [UInt8] = []
        var place = WebPReader.headerByteCount
        var end = 8 + (data.little32(4) ?? 0)
        end = min(end, data.count)
        while place < end, let chunk = RIFFChunk(data, at: place) {
            place = chunk.end
            if goes(WebPReader.metadataKind(chunk), at: chunk.start, plan) { continue }
            var bytes = Array(data.bytes[chunk.start..<min(chunk.end, end)])
            if chunk.type == "VP8X", bytes.count > 8 {
                // These flags list the metadata present: 8 for Exif, 4 for XMP, 32 for a color profile.
                let flags: [ImageMetadata.Kind: UInt8] = [.exif: 8, .xmp: 4, .colorProfile: 32]
                for (kind, flag) in flags where plan.map({ $0.blocks.values.contains(kind) }) ?? goes(kind) {
                    bytes[8] &= ~flag
                }
                if orientation != nil { bytes[8] |= 8 }
            }
            output += bytes
            // The last chunk may lack its padding byte, which is needed before another chunk.
            if output.count % 2 == 1 { output.append(0) }
        }
        if let orientation {
            let exif = ImageStripper.exif(orientation)
            output += Array("EXIF".utf8) + big(exif.count, 4).reversed() + exif
        }
        return Array("RIFF".utf8) + big(output.count + 4, 4).reversed() + Array("WEBP".utf8) + output
    }

    private static func exif(_ orientation: Int) -> [UInt8] {
        Array("MM\0*".utf8) + [0, 0, 0, 8] + [0, 1] + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0]
            + [0, 0, 0, 0]
    }

    private func big(_ value: Int, _ byteCount: Int) -> [UInt8] {
        (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * (byteCount - 1 - $0))) }
    }
}
