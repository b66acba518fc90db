/// Safe and unique file names for the parts of a message.
///
/// A sender's file name may contain a path, control characters or look-alike letters. The result is one path component
/// that is valid on every file system: no slash or backslash, no control or formatting character, no leading dot or
/// hyphen, none of `<>:"|?*`, no name reserved on Windows, at most 200 bytes. A name that
/// is already taken gets a number in addition.
public struct AttachmentName: Sendable {
    private static let maximumByteCount = 200

    private var taken: Set<String> = []
    /// The next number to try for a name that is already taken.
    private var numbers: [String: Int] = [:]

    /// Creates a generator of unique names, with no names taken.
    public init() {}

    /// Returns a name for a part that no earlier call returned, ignoring case.
    ///
    /// - Parameter part: The part. Without a file name it gets one from its number and type, such as `part-1.2.png`.
    /// - Returns: A safe name.
    public mutating func next(for part: MessagePart) -> String {
        let fallback = "part-\(part.path)\(Self.suffix(for: part.mediaType))"
        return unique(Self.safe(part.fileName ?? "", fallback: fallback))
    }

    /// Returns a name that no earlier call returned, ignoring case: `name-2.txt` after `name.txt`.
    ///
    /// - Parameter name: A safe name.
    /// - Returns: The name, or the name with a number before its extension.
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

    /// Converts a sender's file name to a safe path component.
    ///
    /// - Parameters:
    ///   - name: Anything.
    ///   - fallback: The result if no characters of `name` remain; must be a safe name.
    /// - Returns: A safe name, never empty unless `fallback` is.
    public static func safe(_ name: String, fallback: String = "attachment") -> String {
        var result = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            if scalar == "/" || scalar == "\\" {
                // Everything so far was a path.
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
        if text.utf8.first == .hyphen || isReserved(text) { text = "_" + text }
        return shortened(text)
    }

    /// Removes leading and trailing dots and spaces.
    ///
    /// Works on scalars: a dot with a combining accent is a different character, but the file name still begins with a
    /// dot.
    private static func trimmed(_ name: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        let isTrimmed = { (scalar: Unicode.Scalar) in scalar == "." || scalar == " " }
        var rest = name.drop(while: isTrimmed)
        while let last = rest.last, isTrimmed(last) { rest.removeLast() }
        return rest
    }

    /// Whether Windows reserves the name for a device, regardless of its extension.
    private static func isReserved(_ name: String) -> Bool {
        let stem = name.prefix { $0 != "." }.lowercased()
        if ["con", "prn", "aux", "nul"].contains(stem) { return true }
        return stem.utf8.count == 4 && (stem.hasPrefix("com") || stem.hasPrefix("lpt")) && stem.last?.isNumber == true
    }

    /// Truncates to 200 bytes, keeping the extension and whole characters.
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
