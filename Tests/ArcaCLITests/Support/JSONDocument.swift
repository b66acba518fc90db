import ArcaCore
import Foundation
import Testing

/// The parsed `Documentation/JSON.md`: the members of each command's report.
struct JSONDocument {
    /// A member, its types, and whether it is always present.
    struct Member {
        let path: [String]
        let types: [String]
        let isAlways: Bool
    }

    /// The members of a command's report, or of an object that several reports share.
    struct Section {
        let title: String
        var members: [Member] = []
    }

    let sections: [Section]
    /// The commands that print only their result.
    let withoutReport: Set<String>

    init() throws {
        let root = URL(fileURLWithPath: #filePath).pathComponents.prefix { $0 != "Tests" }.joined(separator: "/")
        let text = try String(contentsOfFile: root + "/Documentation/JSON.md", encoding: .utf8)
        var sections: [Section] = []
        // The sections of the last row that names a command or object; the following rows are objects in it.
        var current: Range<Int> = 0..<0
        for line in text.split(separator: "\n") where line.hasPrefix("| `") || line.hasPrefix("| <a ") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            try #require(cells.count == 2, "\(line)")
            var path: [String] = []
            if cells[0].hasPrefix("<a ") || cells[0].hasPrefix("`arca ") {
                let titles = cells[0].replacing(/<.*>/, with: "").filter { $0 != "`" }.components(separatedBy: ", ")
                current = sections.count..<sections.count + titles.count
                sections += titles.map { Section(title: $0) }
            } else {
                path = cells[0].filter { !"`[]".contains($0) }.components(separatedBy: ".")
            }
            let members = try cells[1].components(separatedBy: "; ").flatMap { try Self.members($0, in: path) }
            for index in current { sections[index].members += members }
        }
        self.sections = sections
        let last = text.components(separatedBy: "\n## Commands without a report\n").last ?? ""
        withoutReport = Set(last.split(separator: "`").map(String.init).filter { $0.hasPrefix("arca ") })
    }

    /// Parses ``  `name`, `other?` integer or null (note)  ``.
    private static func members(_ text: String, in path: [String]) throws -> [Member] {
        let parts = try #require(text.wholeMatch(of: /((?:`[^`]+`(?:, )?)+) (.+?)(?: \(.*\))?/), "\(text)").output
        let types = String(parts.2).components(separatedBy: " or ").map(Self.type)
        return parts.1.split(separator: ", ").map { name in
            let name = name.filter { $0 != "`" }
            return Member(path: path + [name.filter { $0 != "?" }], types: types, isAlways: !name.hasSuffix("?"))
        }
    }

    /// A type; a link refers to a shared object: `array of [item](#item)`.
    private static func type(_ cell: String) -> String {
        cell.replacing(/\[.*\]\(#(.*)\)/) { "#\($0.1)" }
    }

    /// Compares a report with its command's section; records the rows and parent objects found.
    func problems(of report: JSONValue, as title: String, _ seen: inout Seen) -> [String] {
        var walk = Walk(document: self, seen: seen)
        walk.check(report, [], title, "")
        seen = walk.seen
        return walk.problems
    }

    /// The rows and objects found in reports, by section and path.
    struct Seen {
        var rows: Set<String> = []
        var parents: Set<String> = []
    }

    private struct Walk {
        let document: JSONDocument
        var seen: Seen
        var problems: [String] = []

        mutating func check(_ value: JSONValue, _ path: [String], _ title: String, _ place: String) {
            guard let object = value.object else { return problems.append("\(place) is no object") }
            guard let section = document.sections.first(where: { $0.title == title }) else {
                return problems.append("there is no section '\(title)'")
            }
            let rows = section.members.filter { row in
                row.path.count == path.count + 1 && zip(row.path, path).allSatisfy { JSONDocument.fits($0, $1) }
            }
            seen.parents.formUnion(rows.map { "\(title) \($0.path.dropLast())" })
            for member in object.members where !(path.isEmpty && place.isEmpty && member.name == "schema") {
                let here = place.isEmpty ? member.name : "\(place).\(member.name)"
                guard let row = rows.first(where: { $0.path.last == member.name || $0.path.last == "*" }) else {
                    problems.append("\(here) is not in the document")
                    continue
                }
                seen.rows.insert("\(title) \(row.path)")
                guard row.types.contains(where: { fits(member.value, $0) }) else {
                    problems.append("\(here) is \(member.value.kindName), not \(row.types)")
                    continue
                }
                descend(member.value, path + [member.name], row.types, title, here)
            }
            for row in rows where row.isAlways && row.path.last != "*" && object[row.path.last ?? ""] == nil {
                problems.append("\(place) lacks \(row.path.last ?? "")")
            }
        }

        private mutating func descend(
            _ value: JSONValue, _ path: [String], _ types: [String], _ title: String, _ place: String
        ) {
            let reference = types.compactMap { $0.split(separator: "#").last }.first.map(String.init)
            let isReference = types.contains { $0.contains("#") }
            if let array = value.array {
                guard types.contains(where: { $0 == "array of object" || $0.hasPrefix("array of #") }) else { return }
                for element in array { descend(element, path, types, title, place + "[]") }
            } else if value.object != nil, !types.contains("any") {
                if isReference, let reference {
                    check(value, [], reference, place)
                } else {
                    check(value, path, title, place)
                }
            }
        }

        private func fits(_ value: JSONValue, _ type: String) -> Bool {
            if type.hasPrefix("array of ") {
                let element = String(type.dropFirst("array of ".count))
                return value.array?.allSatisfy { fits($0, element) } ?? false
            }
            return switch type {
            case "any": true
            case "null": value.isNull
            case "string": value.string != nil
            case "integer": value.int != nil
            case "number": value.number != nil
            case "boolean": value.bool != nil
            default: value.object != nil
            }
        }
    }

    /// Whether a table's name matches a report's name.
    private static func fits(_ row: String, _ name: String) -> Bool { row == name || row == "*" }
}
