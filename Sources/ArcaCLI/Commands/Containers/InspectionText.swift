internal import ArcaCore
internal import ArcaInspect
internal import ArcaSystem

enum InspectionText {
    /// Maximum number of recipients shown; a header of 2 MiB has thousands.
    private static let shownRecipientCount = 50

    static func lines(_ inspection: Inspection, file: String, byteCount: Int?) -> String {
        var text = shown("\(file): \(inspection.name)")
        if let byteCount { text += ", \(Count.text(byteCount, "byte"))" }
        return text + "\n" + details(inspection, indent: "  ")
    }

    private static func details(_ inspection: Inspection, indent: String) -> String {
        var lines: [String] = []
        for fact in inspection.facts { lines.append("\(fact.name): \(shown(fact.value))") }
        for derivation in inspection.derivations {
            let memory = derivation.memoryByteCount.map {
                $0 == .max ? ", more memory than any machine has" : ", \(ByteCount.text($0))"
            }
            lines.append(
                "key derivation: \(derivation.function), \(derivation.cost)\(memory ?? ""): \(derivation.verdict.rawValue)"
            )
        }
        let recipients = inspection.recipients
        for recipient in recipients.prefix(shownRecipientCount) { lines.append("recipient: \(recipient)") }
        if recipients.count > shownRecipientCount {
            lines.append("\(Count.text(recipients.count - shownRecipientCount, "more recipient")); --json lists all")
        }
        for note in inspection.notes { lines.append("note: \(note)") }
        var text = lines.map { indent + shown($0) + "\n" }.joined()
        for content in inspection.contents {
            text += "\(indent)inside: \(shown(content.name))\n" + details(content, indent: indent + "  ")
        }
        return text
    }

    /// Escapes untrusted text for one line of a terminal.
    private static func shown(_ text: String) -> String { String(printable: text.utf8) }

    private static func shown(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): DateText.shown(text)
        case .bool(let isTrue): isTrue ? "yes" : "no"
        case .array(let values): values.map { shown($0) }.joined(separator: ", ")
        default: value.text()
        }
    }

    static func json(_ inspection: Inspection, file: String, byteCount: Int?) -> JSONValue {
        var object = JSONObject()
        object["file"] = .string(file)
        object["byteCount"] = byteCount.map { .integer($0) } ?? .null
        return .object(members(inspection, in: object))
    }

    private static func members(_ inspection: Inspection, in start: JSONObject) -> JSONObject {
        var object = start
        object["kind"] = .string(inspection.identifier)
        object["name"] = .string(inspection.name)
        object["isEncrypted"] = .bool(inspection.isEncrypted)
        var facts = JSONObject()
        // Facts that occur several times, such as a key's user IDs, become an array.
        let groups = Dictionary(grouping: inspection.facts, by: \.name)
        for fact in inspection.facts where facts[fact.name] == nil {
            let values = groups[fact.name]?.map(\.value) ?? []
            facts[fact.name] = values.count > 1 ? .array(values) : fact.value
        }
        object["facts"] = .object(facts)
        object["keyDerivations"] = .array(
            inspection.derivations.map { derivation in
                var entry = JSONObject()
                entry["function"] = .string(derivation.function)
                entry["cost"] = .string(derivation.cost)
                entry["memoryByteCount"] = derivation.memoryByteCount.map { .integer($0) } ?? .null
                entry["verdict"] = .string(derivation.verdict.rawValue)
                return .object(entry)
            })
        object["recipients"] = .array(inspection.recipients.map { .string($0) })
        object["notes"] = .array(inspection.notes.map { .string($0) })
        object["contents"] = .array(inspection.contents.map { .object(members($0, in: JSONObject())) })
        return object
    }
}
