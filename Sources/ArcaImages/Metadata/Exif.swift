/// An Exif block (CIPA DC-008): a TIFF structure inside another file.
struct Exif {
    /// The GPS directory, with the location in decimal degrees.
    struct Position {
        let offset: Int
        let byteCount: Int
        let text: String
    }

    /// Camera, date and owner in one line.
    private(set) var summary: String?
    private(set) var position: Position?
    private(set) var thumbnail: Range<Int>?
    private(set) var orientation: Int?

    /// The tag that points to the Exif directory.
    static let pointerTag = 34665
    /// The tag that points to the GPS directory.
    static let positionTag = 34853

    private enum Tag {
        static let make = 271, model = 272, orientation = 274, dateTime = 306
        static let originalDateTime = 36867, serialNumber = 42033, owner = 42032
        static let latitudeReference = 1, latitude = 2, longitudeReference = 3, longitude = 4
        static let thumbnailOffset = 513, thumbnailByteCount = 514
    }

    init(_ data: ImageData, at offset: Int, byteCount: Int) {
        guard let base = TIFFDirectory.Base(data, at: offset, byteCount: byteCount),
            let first = TIFFDirectory(data, base)
        else { return }
        orientation = first.value(data, Tag.orientation).flatMap { (1...8).contains($0) ? $0 : nil }
        let details = first.value(data, Exif.pointerTag).flatMap { TIFFDirectory(data, base, at: $0) }
        let parts = [
            first.text(data, Tag.make), first.text(data, Tag.model),
            details?.text(data, Tag.originalDateTime) ?? first.text(data, Tag.dateTime),
            details?.text(data, Tag.owner).map { "owner \($0)" },
            details?.text(data, Tag.serialNumber).map { "serial number \($0)" },
        ]
        let said = parts.compactMap { $0 }
        summary = said.isEmpty ? nil : said.joined(separator: ", ")
        position = first.value(data, Exif.positionTag).flatMap { Exif.position(data, base, at: $0) }
        if first.next != 0, let second = TIFFDirectory(data, base, at: first.next),
            let start = second.value(data, Tag.thumbnailOffset),
            let length = second.value(data, Tag.thumbnailByteCount), length > 0,
            start <= base.end - base.start - length
        {
            thumbnail = base.start + start..<base.start + start + length
        }
    }

    private static func position(_ data: ImageData, _ base: TIFFDirectory.Base, at offset: Int) -> Position? {
        guard let directory = TIFFDirectory(data, base, at: offset), !directory.entries.isEmpty else { return nil }
        let latitude = degrees(data, directory, tag: Tag.latitude, reference: Tag.latitudeReference, negative: "S")
        let longitude = degrees(data, directory, tag: Tag.longitude, reference: Tag.longitudeReference, negative: "W")
        let text =
            if let latitude, let longitude {
                "\(decimal(latitude)), \(decimal(longitude))"
            } else {
                "no position, but other data of the receiver"
            }
        return Position(offset: base.start + offset, byteCount: 6 + 12 * directory.entries.count, text: text)
    }

    private static func degrees(
        _ data: ImageData, _ directory: TIFFDirectory, tag: Int, reference: Int, negative: String
    ) -> Double? {
        guard let degrees = directory.rational(data, tag, 0) else { return nil }
        let minutes = directory.rational(data, tag, 1) ?? 0
        let seconds = directory.rational(data, tag, 2) ?? 0
        let value = degrees + minutes / 60 + seconds / 3600
        guard value <= 180 else { return nil }
        return directory.text(data, reference) == negative ? -value : value
    }

    /// Five decimal places, a resolution of about one meter.
    private static func decimal(_ value: Double) -> String {
        let scaled = Int((abs(value) * 100_000).rounded())
        let digits = String(scaled % 100_000)
        return (value < 0 && scaled > 0 ? "-" : "") + "\(scaled / 100_000)."
            + String(repeating: "0", count: 5 - digits.count) + digits
    }
}
