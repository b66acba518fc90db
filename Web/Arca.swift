// The functions that the page calls. A call leaves its results in `results`: first a JSON text, then the outputs.

private nonisolated(unsafe) var results: [[UInt8]] = []

func answer(_ object: JSONObject, _ outputs: [[UInt8]] = []) {
    results = [Array(JSONValue.object(object).text().utf8)] + outputs
}

func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int32) -> [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: Int(count)))
}

func text(_ start: UnsafePointer<UInt8>?, _ count: Int32) -> String {
    String(decoding: UnsafeBufferPointer(start: start, count: Int(count)), as: UTF8.self)
}

/// The start of a result.
@_expose(wasm, "result")
@_cdecl("arca_result")
public func result(_ index: Int32) -> UnsafePointer<UInt8>? {
    results[Int(index)].withUnsafeBufferPointer { $0.baseAddress }
}

/// The size of a result in bytes; -1 if there is none.
@_expose(wasm, "resultCount")
@_cdecl("arca_result_count")
public func resultCount(_ index: Int32) -> Int32 {
    Int(index) < results.count ? Int32(results[Int(index)].count) : -1
}

// MARK: Calls

/// `decode auto`: the report.
@_expose(wasm, "find")
@_cdecl("arca_find")
public func find(_ start: UnsafePointer<UInt8>?, _ count: Int32) {
    let report = LayerFinder().find(bytes(start, count))
    var object = JSONObject()
    object["input"] = .object(content(report.input))
    object["best"] = report.best.map { .object(reading($0)) } ?? .null
    object["layers"] = .array(
        report.layers.map { layer in
            var object = JSONObject()
            object["step"] = .string(layer.step.description)
            return .object(object)
        })
    object["alternatives"] = .array(report.alternatives.map { .object(reading($0)) })
    object["notes"] = .array(report.notes.map { .string($0) })
    answer(object)
}

/// Runs steps, one in a line, each after `encode ` or `decode `: the report, then the output of each step.
@_expose(wasm, "run")
@_cdecl("arca_run")
public func run(
    _ recipeStart: UnsafePointer<UInt8>?, _ recipeCount: Int32, _ start: UnsafePointer<UInt8>?, _ count: Int32,
    _ allowsCut: Int32
) {
    var object = JSONObject()
    var layers: [JSONValue] = []
    var outputs: [[UInt8]] = []
    var current = bytes(start, count)
    for (index, line) in text(recipeStart, recipeCount).split(separator: "\n").enumerated() {
        do throws(CodecError) {
            let isEncoding = line.hasPrefix("encode ")
            let name = String(line.dropFirst(7))
            if isEncoding, let format = CompressionFormat(rawValue: name) {
                let compressed = try compress(current, format)
                layers.append(.object(report(of: name, codec: name, current, compressed)))
                outputs.append(compressed)
                current = compressed
                continue
            }
            let step = try Codec.Step(name)
            // As in the command: text from Windows may have a byte order mark, or be UTF-16.
            if index == 0, !isEncoding, step.options[flag: .lenient] { current = withoutMark(current) }
            let outcome = try step.codec.outcome(
                isEncoding ? .encoding : .decoding, current, step.options, limit: 256 << 20,
                allowsCut: allowsCut != 0 && !isEncoding)
            var layer = report(of: step.description, codec: step.codec.name, current, outcome.bytes)
            layer["isCut"] = .bool(outcome.isCut)
            layer["notes"] = .array(outcome.notes.map { .string($0) })
            layers.append(.object(layer))
            outputs.append(outcome.bytes)
            current = outcome.bytes
        } catch {
            var failure = describe(error)
            failure["index"] = .integer(index)
            object["error"] = .object(failure)
            break
        }
    }
    object["layers"] = .array(layers)
    answer(object, outputs)
}

private func report(of step: String, codec: String, _ input: [UInt8], _ output: [UInt8]) -> JSONObject {
    var layer = JSONObject()
    layer["step"] = .string(step)
    layer["codec"] = .string(codec)
    layer["inputByteCount"] = .integer(input.count)
    layer["outputByteCount"] = .integer(output.count)
    layer["content"] = .object(content(kind(output)))
    layer["isCut"] = .bool(false)
    layer["notes"] = .array([])
    return layer
}

/// As `arca compress --no-name`.
private func compress(_ bytes: [UInt8], _ format: CompressionFormat) throws(CodecError) -> [UInt8] {
    do throws(CompressionError) { return try Deflater.deflate(bytes, format: format) } catch {
        throw CodecError(wrapping: error)
    }
}

/// The kind of some bytes.
@_expose(wasm, "kind")
@_cdecl("arca_kind")
public func kind(_ start: UnsafePointer<UInt8>?, _ count: Int32) { answer(content(kind(bytes(start, count)))) }

/// The rows of the catalog.
@_expose(wasm, "catalog")
@_cdecl("arca_catalog")
public func catalog() {
    var object = JSONObject()
    object["codecs"] = .array(
        Codec.all.map { codec in
            var row = JSONObject()
            row["name"] = .string(codec.name)
            row["aliases"] = .array(codec.aliases.map { .string($0) })
            row["summary"] = .string(codec.summary)
            for (name, direction) in [("decode", Codec.Direction.decoding), ("encode", .encoding)] {
                guard codec.supports(direction) else { continue }
                let needed = codec.requirement(for: direction)?.option
                row[name] = .array(
                    codec.options(for: direction).map { option in
                        var object = JSONObject()
                        object["name"] = .string(option.rawValue)
                        object["isRequired"] = .bool(option == needed)
                        return .object(object)
                    })
            }
            return .object(row)
        })
    answer(object)
}

/// A recipe of decoding steps in the syntax of CyberChef.
@_expose(wasm, "cyberChef")
@_cdecl("arca_cyber_chef")
public func cyberChef(_ start: UnsafePointer<UInt8>?, _ count: Int32) {
    var object = JSONObject()
    do throws(CodecError) {
        object["text"] = .string(try CyberChefRecipe(decoding: Codec.Step.list(text(start, count))).text())
    } catch {
        object["error"] = .object(describe(error))
    }
    answer(object)
}

/// Reads a recipe of Arca or CyberChef: the steps with their directions.
@_expose(wasm, "recipe")
@_cdecl("arca_recipe")
public func recipe(_ start: UnsafePointer<UInt8>?, _ count: Int32) {
    let text = text(start, count)
    var object = JSONObject()
    do throws(CodecError) {
        let operations =
            CyberChefRecipe.recognizes(text)
            ? try CyberChefRecipe(text).operations
            : try Codec.Step.list(text).map { Codec.Operation($0, .decoding) }
        object["steps"] = .array(
            operations.map { operation in
                .string((operation.direction == .encoding ? "encode " : "decode ") + operation.step.description)
            })
    } catch {
        object["error"] = .object(describe(error))
    }
    answer(object)
}

private func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    var reader = MarkedTextReader()
    return [UInt8](capacity: reader.maximumOutputCount(for: bytes.count)) { output in
        reader.update(bytes.span, into: &output)
        reader.finish(into: &output)
    }
}

// MARK: JSON

private func kind(_ bytes: [UInt8]) -> Recognition {
    let head = bytes.span.extracting(0..<min(bytes.count, LayerFinder.windowByteCount))
    return TextKinds.kind(of: head, Plausibility(head))
}

private func content(_ recognition: Recognition) -> JSONObject {
    var object = JSONObject()
    object["identifier"] = .string(recognition.identifier)
    object["name"] = .string(recognition.name)
    object["isText"] = .bool(recognition.isText)
    return object
}

private func reading(_ reading: LayerFinder.Reading) -> JSONObject {
    var object = JSONObject()
    object["recipe"] = .string(reading.recipe.description)
    object["isCut"] = .bool(reading.recipe.isCut)
    object["byteCount"] = .integer(reading.byteCount)
    object["content"] = .object(content(reading.content))
    object["confidence"] = JSONNumber(reading.confidence).map { .number($0) } ?? .null
    return object
}

private func describe(_ error: CodecError) -> JSONObject {
    var object = JSONObject()
    object["code"] = .string(error.codeName)
    object["message"] = .string(error.message)
    object["reason"] = .string(error.reason)
    object["hint"] = error.hint.map { .string($0) } ?? .null
    object["offset"] = error.offset.map { .integer($0) } ?? .null
    if let position = error.position {
        object["line"] = .integer(position.line)
        object["column"] = .integer(position.column)
    }
    return object
}
