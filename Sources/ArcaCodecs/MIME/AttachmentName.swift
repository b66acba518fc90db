/// File names for the parts of a message, made safe and unique.
///
/// The name that a sender gives may hold a path, control characters, or letters that make it look like another one.
/// What comes out is one component that every file system takes: no slash or backslash, no control or formatting
/// character, no leading dot or hyphen, none of `<>:"|?*`, no name that Windows reserves, at most 200 bytes.
public struct AttachmentName: Sendable {
    private static let maximumByteCount = 200

    private var taken: Set<String> = []
    /// The number to try next for a name that came before.
    private var numbers: [String: Int] = [:]

    /// Starts without any name taken.
    public init() {}

    /// A name for a part that no call before has given, letter case aside.
    ///
    /// - Parameter part: The part; without a name of its own it gets one of its number and type, such as `part-1.2.png`.
    /// - Returns: A safe name.
    public mutating func next(for part: MessagePart) -> String {
        let fallback = "part-\(part.path)\(Self.suffix(for: part.mediaType))"
        return unique(Self.safe(part.fileName ?? "", fallback: fallback))
    }

    /// A name that no call before has given, letter case aside: `name-2.txt` behind `name.txt`.
    ///
    /// - Parameter name: A safe name.
    /// - Returns: The name, or one with a number before its suffix.
    public mutating func unique(_ name: String) -> String {
        let dot = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil } ?? name.endIndex
        var candidate = name
        var number = numbers[name.lowercased()] ?? 2
        while !taken.insert(candidate.lowercased()).inserted {
            candidate = "\(name[..<dot])-\(number)\(name[dot...])"
            number += 1
        }
        numbers[name.lowercased()] = number
        return candidate
    }

    /// One safe path component made of a name that a sender gave.
    ///
    /// - Parameters:
    ///   - name: Anything.
    ///   - fallback: What stands in when nothing is left of `name`; safe itself.
    /// - Returns: A safe name, never empty unless `fallback` is.
    public static func safe(_ name: String, fallback: String = "attachment") -> String {
        var result = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            if scalar == "/" || scalar == "\\" {
                // What stood before was a path.
                result = String.UnicodeScalarView()
                continue
            }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: continue
            case .spaceSeparator: result.append(" ")
            default: result.append("<>:\"|?*".unicodeScalars.contains(scalar) ? "_" : scalar)
            }
        }
        var text = String(trimmed(result[...]))
        if text.isEmpty { return fallback }
        if text.utf8.first == UInt8(ascii: "-") || isReserved(text) { text = "_" + text }
        return shortened(text)
    }

    /// Without dots and spaces at the beginning and the end.
    ///
    /// By scalars: a dot with a combining accent is a character of its own, but a file name begins with a dot.
    private static func trimmed(_ name: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        let isTrimmed = { (scalar: Unicode.Scalar) in scalar == "." || scalar == " " }
        var rest = name.drop(while: isTrimmed)
        while let last = rest.last, isTrimmed(last) { rest.removeLast() }
        return rest
    }

    /// Whether Windows takes a name for a device, whatever its suffix.
    private static func isReserved(_ name: String) -> Bool {
        let stem = name.prefix { $0 != "." }.lowercased()
        if ["con", "prn", "aux", "nul"].contains(stem) { return true }
        return stem.utf8.count == 4 && (stem.hasPrefix("com") || stem.hasPrefix("lpt")) && stem.last?.isNumber == true
    }

    /// At most 200 bytes, the suffix kept, no character split.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > maximumByteCount else { return name }
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        let suffix = name[dot...].utf8.count <= 20 ? name[dot...] : ""
        var stem = suffix.isEmpty ? name[...] : name[..<dot]
        while stem.utf8.count + suffix.utf8.count > maximumByteCount { stem.removeLast() }
        return String(trimmed(stem.unicodeScalars)) + suffix
    }

    private static func suffix(for type: MediaType) -> String {
        switch type.essence {
        case "text/plain": ".txt"
        case "text/html": ".html"
        case "text/csv": ".csv"
        case "text/calendar": ".ics"
        case "image/jpeg": ".jpg"
        case "image/png", "image/gif", "image/webp", "image/heic": ".\(type.subtype)"
        case "image/svg+xml": ".svg"
        case "application/pdf", "application/zip", "application/json", "application/xml": ".\(type.subtype)"
        case "message/rfc822", "message/global": ".eml"
        default: type.type == "text" ? ".txt" : ".bin"
        }
    }
}
