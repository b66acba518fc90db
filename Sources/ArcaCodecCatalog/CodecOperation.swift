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
