internal import ArcaCodecCatalog
internal import ArcaCore
internal import ArcaDetect

enum RecipeFormat: String, CaseIterable, ArgumentValue {
    case arca, cyberchef
    case cyberchefJSON = "cyberchef-json"

    func text(_ operations: [Codec.Operation]) throws(CodecError) -> String {
        switch self {
        case .arca: operations.map(\.step.description).joined(separator: ",")
        case .cyberchef: try CyberChefRecipe(operations).text()
        case .cyberchefJSON: try CyberChefRecipe(operations).json().text()
        }
    }

    func print(_ run: CodecRun) throws {
        _ = try run.streams(of: run.layers)
        let operations = run.layers.map { layer in
            var options = run.settings.options.restricted(to: layer.step.codec, layer.direction)
            for option in layer.step.options.given { options[option] = layer.step.options[option] }
            return Codec.Operation(Codec.Step(layer.step.codec, options), layer.direction)
        }
        if self == .arca, let other = operations.first(where: { $0.direction != run.direction }) {
            throw UsageError(
                .conflict, "'\(other.step)' goes the other way than 'arca \(run.direction.name)'",
                hint: "split the recipe, and pipe one command into the other")
        }
        do { try Messages.print(text(operations) + "\n") } catch let error as CodecError {
            throw UsageError(.invalidValue, error.reason, hint: error.hint)
        }
    }
}
