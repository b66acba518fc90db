internal import ArcaCodecs
internal import ArcaCompression

/// What `arca compress --format short --explain` prints.
struct ShortStringReport {
    private let byteCount: Int
    private let results: [(method: ShortStringMethod, byteCount: Int)]

    /// Tries all methods.
    init(_ bytes: [UInt8]) {
        byteCount = bytes.count
        results = ShortString.results(of: bytes)
    }

    /// Prints a line a method, the shortest result first.
    func print(isJSON: Bool) throws {
        guard !isJSON else {
            let methods = results.map { result -> JSONValue in
                var object = JSONObject()
                object["method"] = .string(result.method.name)
                object["byteCount"] = .integer(result.byteCount)
                return .object(object)
            }
            return try JSONOptions.print(schema: 1, [("byteCount", .integer(byteCount)), ("methods", .array(methods))])
        }
        let width = byteCount.description.utf8.count + 1
        var text = ""
        for result in results {
            let number = result.byteCount.description
            let percent = (200 * result.byteCount + byteCount) / (2 * byteCount)
            let share = percent.description
            text += String(repeating: " ", count: max(0, width - number.utf8.count)) + number + " bytes"
            text += String(repeating: " ", count: max(1, 5 - share.utf8.count)) + share + " %  \(result.method.name)\n"
        }
        try Messages.print(text)
    }
}
