public import ArcaCore

extension Codec {
    /// A codec with its options, in recipe syntax: `base64`, `ascii85(adobe)`, `caesar(shift=3)`.
    ///
    /// Options are listed in parentheses, separated by commas: a flag by name, others as `name=value`. The name may be
    /// omitted for the layout, form, shift, line length and key: `hexdump(xxd)`, `caesar(3)`, `affine(5,8)`. A
    /// backslash escapes a comma, a parenthesis or a backslash.
    ///
    /// ```swift
    /// let steps = try Codec.Step.list("ascii85(adobe),hexdump(xxd)")
    /// ```
    public struct Step: Sendable, Hashable {
        /// The codec.
        public var codec: Codec
        /// The options.
        public var options: Options

        /// Creates a step.
        public init(_ codec: Codec, _ options: Options = [:]) {
            self.codec = codec
            self.options = options
        }

        /// Parses a step.
        ///
        /// - Parameter text: The step, without surrounding whitespace.
        /// - Throws: `.unsupported` for an unknown codec; `.invalidSyntax` and `.invalidOption` for errors in the
        ///   parentheses.
        public init(_ text: String) throws(CodecError) {
            guard let open = text.firstIndex(of: "(") else {
                self.init(try Codec(named: text))
                return
            }
            guard text.hasSuffix(")") else {
                throw CodecError(
                    .invalidSyntax, "'\(text)' has no closing parenthesis",
                    hint: "options stand in parentheses: caesar(3)")
            }
            self.init(try Codec(named: String(text[..<open])))
            let inner = text[text.index(after: open)...].dropLast()
            var last: Option?
            for item in Self.split(String(inner)) {
                if let last, case .text(let value) = options[last], named(item) == nil, !Self.isWord(item) {
                    options[last] = .text(value + "," + Self.plain(item))
                    continue
                }
                last = try add(item)
            }
        }

        /// Parses a list of steps separated by commas and optional whitespace.
        ///
        /// - Parameter text: The list, such as `ascii85(adobe),hexdump(xxd)`.
        /// - Returns: The steps in order, at least one.
        /// - Throws: The same errors as for a single step; `.invalidSyntax` for an empty element.
        public static func list(_ text: String) throws(CodecError) -> [Step] {
            var steps: [Step] = []
            for part in parts(text).map(trimmed) {
                guard !part.isEmpty else {
                    throw CodecError(
                        .invalidSyntax, "'\(text)' has an empty element", hint: "separate codecs by single commas")
                }
                steps.append(try Step(part))
            }
            return steps
        }

        /// Splits text at commas outside parentheses.
        package static func parts(_ text: String) -> [String] {
            var parts = [""]
            var isInside = false
            var isEscaped = false
            for character in text {
                if character == ",", !isInside {
                    parts.append("")
                    continue
                }
                if !isEscaped, character == "(" { isInside = true }
                if !isEscaped, character == ")" { isInside = false }
                isEscaped = character == "\\" && !isEscaped
                parts[parts.count - 1].append(character)
            }
            return parts
        }

        private static func trimmed(_ text: String) -> String {
            var part = text[...]
            while part.first?.isWhitespace ?? false { part.removeFirst() }
            while part.last?.isWhitespace ?? false { part.removeLast() }
            return String(part)
        }

        // MARK: Items

        private static func split(_ text: String) -> [String] {
            var items = [""]
            var isEscaped = false
            for character in text {
                if character == ",", !isEscaped {
                    items.append("")
                } else {
                    items[items.count - 1].append(character)
                }
                isEscaped = character == "\\" && !isEscaped
            }
            return items
        }

        private static func plain(_ text: String) -> String {
            var result = ""
            var isEscaped = false
            for character in text {
                if character == "\\", !isEscaped {
                    isEscaped = true
                } else {
                    result.append(character)
                    isEscaped = false
                }
            }
            return result
        }

        private static func isWord(_ item: String) -> Bool { item.utf8.first.map { $0 | 0x20 &- 0x61 < 26 } ?? false }

        /// The option and value of an item with a name.
        private func named(_ item: String) -> (option: Option, value: String?)? {
            let name = item.prefix { $0 != "=" }
            guard let option = Option(rawValue: String(name)) else { return nil }
            return (option, name.count < item.count ? String(item.dropFirst(name.count + 1)) : nil)
        }

        private var allOptions: [Option] {
            codec.options(for: .decoding) + codec.options(for: .encoding)
        }

        private mutating func add(_ item: String) throws(CodecError) -> Option {
            let (option, value) = try read(item)
            guard allOptions.contains(option) else {
                let names = Option.allCases.filter(allOptions.contains).map { $0.rawValue }.joined(separator: ", ")
                throw CodecError(
                    .invalidOption, "\(codec.name) has no option '\(option.rawValue)'",
                    hint: names.isEmpty ? "it has no options" : "it has \(names)")
            }
            switch (option.kind, value) {
            case (.flag, nil): options[option] = true
            case (.flag, _?):
                throw CodecError(.invalidOption, "option '\(option.rawValue)' takes no value")
            case (_, nil):
                throw CodecError(
                    .invalidOption, "option '\(option.rawValue)' needs a value", hint: "write \(option.rawValue)=…")
            case (.number, let text?):
                guard let number = Int(text) else {
                    throw CodecError(.invalidOption, "option '\(option.rawValue)' takes a number, not '\(text)'")
                }
                options[option] = .number(number)
            case (_, let text?): options[option] = .text(Self.plain(text))
            }
            return option
        }

        private func read(_ item: String) throws(CodecError) -> (Option, String?) {
            // One of the values of `form` is also called form.
            let isForm = item == "form" && allOptions.contains(.form)
            if let named = named(item), !isForm { return named }
            let isNumber = Int(item) != nil
            let shorthands: [Option] = isNumber ? [.shift, .wrap, .key] : [.layout, .form, .key]
            guard let option = shorthands.first(where: allOptions.contains), !item.isEmpty else {
                let names = Option.allCases.filter(allOptions.contains).map { $0.rawValue }.joined(separator: ", ")
                throw CodecError(
                    .invalidOption, "\(codec.name) has no option '\(item)'",
                    hint: names.isEmpty ? "it has no options" : "it has \(names)")
            }
            return (option, item)
        }
    }
}

extension Codec.Step: CustomStringConvertible {
    /// The step in recipe syntax; parsing it gives the same step.
    public var description: String {
        let items = options.given.map { option in
            guard option.kind != .flag, let value = options[option]?.description else { return option.rawValue }
            var text = ""
            for character in value {
                if ",()\\".contains(character) { text.append("\\") }
                text.append(character)
            }
            return "\(option.rawValue)=\(text)"
        }
        return items.isEmpty ? codec.name : "\(codec.name)(\(items.joined(separator: ",")))"
    }
}

#if !hasFeature(Embedded)
/// Encoded in recipe syntax: `ascii85(adobe)`.
extension Codec.Step: Codable, TextCodable {
    package init(codedText text: String) throws { try self.init(text) }
}
#endif

extension Codec {
    /// A step with a direction, because recipes of other programs mix both.
    public struct Operation: Sendable, Hashable {
        /// The step.
        public var step: Step
        /// The direction of the conversion.
        public var direction: Direction

        /// Creates an operation.
        public init(_ step: Step, _ direction: Direction) {
            self.step = step
            self.direction = direction
        }
    }
}
