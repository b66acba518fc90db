internal import Synchronization

/// What an implementation answered about the keys of a vector file.
///
/// Hundreds of cases share a key, and each case has it in up to four encodings. An implementation reads each of them once.
final class KeyAnswers: Sendable {
    private struct Question: Hashable {
        let operation: String
        let inputs: [NamedValues.Element]

        init?(_ request: Request) {
            guard ["read-public-key", "read-private-key"].contains(request.operation) else { return nil }
            operation = request.operation
            inputs = request.inputs.elements
        }
    }

    private enum Source {
        case known(Response)
        case asked(Int)
    }

    /// Limits memory; a file rarely has more keys.
    private static let maximumCount = 1_024

    private let answers = Mutex<[Question: Response]>([:])

    /// Responds to all requests; `ask` gets those whose answers are not known.
    func responses(
        to requests: [Request], asking ask: ([Request]) -> [Result<Response, VectorError>]
    ) -> [Result<Response, VectorError>] {
        let known = answers.withLock { $0 }
        var asked: [Request] = []
        var places: [Question: Int] = [:]
        let sources = requests.map { request -> Source in
            let question = Question(request)
            if let question {
                if let answer = known[question] { return .known(answer) }
                if let place = places[question] { return .asked(place) }
                places[question] = asked.count
            }
            asked.append(request)
            return .asked(asked.count - 1)
        }
        let results = ask(asked)
        answers.withLock { answers in
            if answers.count + places.count > Self.maximumCount { answers = [:] }
            for (question, place) in places {
                if case .success(let answer) = results[place] { answers[question] = answer }
            }
        }
        return sources.map { source in
            switch source {
            case .known(let answer): .success(answer)
            case .asked(let place): results[place]
            }
        }
    }
}
