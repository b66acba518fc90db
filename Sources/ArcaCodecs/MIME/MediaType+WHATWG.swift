extension MediaType {
    /// Parses a media type like browsers do; malformed parameters are skipped.
    ///
    /// Returns nil without a valid type and subtype. Values may contain characters up to U+00FF.
    /// Source: WHATWG MIME Sniffing, section 4.4, parse a MIME type.
    ///
    /// - Parameter text: The media type from a `data:` URI or an HTTP field.
    public init?(sniffing text: String) {
        let input = Array(text.unicodeScalars)
        var end = input.count
        while end > 0, Self.isHTTPWhitespace(input[end - 1]) { end -= 1 }
        var index = 0
        func collect(until isStop: (Unicode.Scalar) -> Bool) -> ArraySlice<Unicode.Scalar> {
            let start = index
            while index < end, !isStop(input[index]) { index += 1 }
            return input[start..<index]
        }
        func skipWhitespace() { _ = collect { !Self.isHTTPWhitespace($0) } }

        skipWhitespace()
        let type = collect { $0 == "/" }
        guard !type.isEmpty, type.allSatisfy(Self.isHTTPToken), index < end else { return nil }
        index += 1
        let subtype = Self.trimmingEnd(collect { $0 == ";" })
        guard !subtype.isEmpty, subtype.allSatisfy(Self.isHTTPToken) else { return nil }

        var parameters: [HeaderParameters.Parameter] = []
        var names: Set<String> = []
        while index < end {
            index += 1
            skipWhitespace()
            let name = Self.lowercased(collect { $0 == ";" || $0 == "=" })
            guard index < end else { break }
            if input[index] == ";" { continue }
            index += 1
            guard index < end else { break }
            let value: [Unicode.Scalar]
            if input[index] == "\"" {
                value = Self.quotedString(input[..<end], &index)
                _ = collect { $0 == ";" }
            } else {
                value = Array(Self.trimmingEnd(collect { $0 == ";" }))
                if value.isEmpty { continue }
            }
            guard !name.isEmpty, name.unicodeScalars.allSatisfy(Self.isHTTPToken),
                value.allSatisfy(Self.isHTTPQuotedString), names.insert(name).inserted
            else { continue }
            parameters.append(HeaderParameters.Parameter(name: name, value: Self.string(value)))
        }
        self.init(
            validType: Self.lowercased(type), subtype: Self.lowercased(subtype),
            parameters: HeaderParameters(unique: parameters))
    }

    /// The media type as text without spaces; values are quoted if necessary.
    ///
    /// Source: WHATWG MIME Sniffing, section 4.5, serialize a MIME type. For mail headers use
    /// ``HeaderParameters/encoded(afterColumn:lineEnding:)``, which also folds and encodes.
    public var description: String {
        var text = essence
        for parameter in parameters.all {
            text += ";\(parameter.name)="
            let scalars = parameter.value.unicodeScalars
            if !scalars.isEmpty, scalars.allSatisfy(Self.isHTTPToken) {
                text += parameter.value
            } else {
                text += "\""
                for scalar in scalars {
                    if scalar == "\"" || scalar == "\\" { text += "\\" }
                    text.unicodeScalars.append(scalar)
                }
                text += "\""
            }
        }
        return text
    }

    /// Reads the value of an HTTP quoted string (WHATWG Fetch, section 2.2).
    private static func quotedString(_ input: ArraySlice<Unicode.Scalar>, _ index: inout Int) -> [Unicode.Scalar] {
        var value: [Unicode.Scalar] = []
        index += 1
        while index < input.endIndex {
            let scalar = input[index]
            index += 1
            if scalar == "\"" { break }
            if scalar == "\\" {
                guard index < input.endIndex else {
                    value.append(scalar)
                    break
                }
                value.append(input[index])
                index += 1
            } else {
                value.append(scalar)
            }
        }
        return value
    }

    private static func isHTTPWhitespace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
    }

    private static func isHTTPToken(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            && (UInt8(truncatingIfNeeded: scalar.value).isAlphanumeric
                || "!#$%&'*+-.^_`|~".unicodeScalars.contains(scalar))
    }

    private static func isHTTPQuotedString(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\t" || (0x20...0x7e).contains(scalar.value) || (0x80...0xff).contains(scalar.value)
    }

    private static func trimmingEnd(_ scalars: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        var rest = scalars
        while let last = rest.last, isHTTPWhitespace(last) { rest.removeLast() }
        return rest
    }

    private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    private static func lowercased(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        string(scalars.map { ("A"..."Z").contains($0) ? Unicode.Scalar(UInt8($0.value) | 0x20) : $0 })
    }
}
