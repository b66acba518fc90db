public import ArcaCore
internal import ArcaCrypto
internal import ArcaKeys

/// An implementation that responds to requests: Arca, or another program.
public protocol VectorImplementation: Sendable {
    /// Responds to a request; called concurrently from several threads.
    ///
    /// - Returns: The outputs, or the reason for a refusal or missing support.
    /// - Throws: ``VectorError`` if the request is invalid, which fails the case.
    func respond(to request: TestPlan.Request) throws(VectorError) -> TestPlan.Response

    /// Responds to several requests, sequentially by default.
    ///
    /// - Returns: One result per request, in the same order.
    func responses(to requests: [TestPlan.Request]) -> [Result<TestPlan.Response, VectorError>]

    /// The preferred number of cases to run at once.
    var caseCountAtOnce: Int { get }

    /// The reason that the implementation cannot be run, which ends the run; otherwise nil.
    var failure: VectorError? { get }
}

extension VectorImplementation {
    /// Responds to the requests sequentially.
    public func responses(to requests: [TestPlan.Request]) -> [Result<TestPlan.Response, VectorError>] {
        requests.map { request in Result { () throws(VectorError) in try respond(to: request) } }
    }

    /// A small number, so locking is cheap and the last cases of a file are shared among the workers.
    public var caseCountAtOnce: Int { 8 }

    /// Always nil.
    public var failure: VectorError? { nil }
}

/// Arca itself, called through its public functions.
public struct ArcaImplementation: VectorImplementation {
    /// Creates the implementation.
    public init() {}

    /// Responds to a request with the operation it names.
    public func respond(to request: TestPlan.Request) throws(VectorError) -> TestPlan.Response {
        guard let operation = OperationTable.operation(named: request.operation) else {
            return .unsupported("Arca has no operation \(request.operation)")
        }
        do {
            return .outputs(try operation.respond(to: request))
        } catch let error as VectorError {
            throw error
        } catch OperationError.unsupported(let reason) {
            return .unsupported(reason)
        } catch OperationError.refused(let reason) {
            return .refused(.init(reason))
        } catch let error as any ArcaError {
            // Features that containers and codecs do not support are refusals, as vectors expect.
            let isMissing = error.kind == .unsupported && (error is CryptoError || error is KeyError)
            return isMissing ? .unsupported(error.message) : .refused(Self.refusal(error))
        } catch {
            return .refused(.init("\(error)"))
        }
    }

    private static func refusal(_ error: any ArcaError) -> TestPlan.Response.Refusal {
        let place: String? =
            switch error.place {
            case .offset(let offset), .index(let offset): String(offset)
            case .text(let position): "\(position.offset):\(position.line):\(position.column)"
            case .name, nil: nil
            }
        return .init(code: error.codeName, place: place, error.message)
    }
}
