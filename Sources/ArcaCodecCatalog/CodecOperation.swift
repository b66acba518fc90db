extension Codec {
    /// A step and which way it goes: recipes of other programs mix both.
    public struct Operation: Sendable, Hashable {
        /// The step.
        public var step: Step
        /// Which way bytes go.
        public var direction: Direction

        /// Creates an operation.
        ///
        /// - Parameters:
        ///   - step: The step.
        ///   - direction: Which way bytes go.
        public init(_ step: Step, _ direction: Direction) {
            self.step = step
            self.direction = direction
        }
    }
}
