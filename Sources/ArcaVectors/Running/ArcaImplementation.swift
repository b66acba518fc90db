public import ArcaCodecs
internal import ArcaCompression
internal import ArcaContainers
internal import ArcaCrypto
internal import ArcaImages
internal import ArcaKeys
internal import ArcaPatterns
internal import ArcaVault

/// Arca itself, answering through the same functions that its users call.
public struct ArcaImplementation: Implementation {
    /// Makes it.
    public init() {}

    /// Answers a question by the operation of that name.
    public func answer(_ question: Question) throws(VectorError) -> Answer {
        guard let operation = OperationTable.operation(named: question.operation) else {
            return .unsupported("Arca has no operation \(question.operation)")
        }
        do {
            return .outputs(try operation.answer(question))
        } catch let error as VectorError {
            throw error
        } catch OperationError.unsupported(let reason) {
            return .unsupported(reason)
        } catch OperationError.refused(let reason) {
            return .refused(.init(reason))
        } catch let error as CryptoError where error.code == .unsupported {
            return .unsupported("\(error)")
        } catch let error as CryptoError {
            return .refused(.init(code: "\(error.code)", place: error.offset.map(String.init), "\(error)"))
        } catch let error as KeyError where error.code == .unsupported {
            return .unsupported("\(error)")
        } catch let error as KeyError {
            return .refused(.init(code: "\(error.code)", place: error.offset.map(String.init), "\(error)"))
        } catch let error as ContainerError {
            return .refused(.init(code: "\(error.code)", "\(error)"))
        } catch let error as PatternError {
            return .refused(.init(code: "\(error.code)", place: error.offset.map(String.init), "\(error)"))
        } catch let error as VaultError {
            return .refused(.init(code: "\(error.code)", place: error.offset.map(String.init), "\(error)"))
        } catch let error as CompressionError {
            return .refused(.init(code: "\(error.code)", place: error.offset.map(String.init), "\(error)"))
        } catch let error as ImageError {
            return .refused(.init(code: "\(error.code)", place: error.offset.map(String.init), "\(error)"))
        } catch let error as VaultError {
            return .refused(.init(code: "\(error.code)", place: error.offset.map(String.init), "\(error)"))
        } catch let error as CodecError {
            let place = error.position.map { "\($0.offset):\($0.line):\($0.column)" }
            return .refused(.init(code: "\(error.code)", place: place, "\(error)"))
        } catch {
            return .refused(.init("\(error)"))
        }
    }
}
