public import ArcaCore

extension Pattern {
    /// The steps for setting, changing or verifying a pattern, without any user interface.
    ///
    /// Pass in each drawing, and it returns the next step. A new pattern is drawn twice; a change asks for the old one
    /// first. Patterns that break the rules are asked for again and do not count as attempts.
    ///
    /// ```swift
    /// var enrollment = Enrollment(.create, rules: .android)
    /// enrollment.step  // .draw
    /// try enrollment.draw([0, 1, 2, 5])  // .repeat
    /// try enrollment.draw([0, 1, 2, 5])  // .done
    /// ```
    public struct Enrollment: Sendable {
        /// The purpose of the enrollment.
        public enum Purpose: Sendable, Hashable {
            /// Sets the first pattern.
            case create
            /// Verifies the stored pattern.
            case verify
            /// Verifies the old pattern, then sets a new one.
            case change
        }

        /// The next drawing to ask for, or the outcome.
        public enum Step: Sendable, Hashable {
            /// The stored pattern.
            case confirmOld
            /// A new pattern.
            case draw
            /// The new pattern again.
            case `repeat`
            /// Finished successfully.
            case done
            /// Failed: no attempts are left.
            case failed
        }

        /// The problem with the last drawing.
        public enum Remark: Sendable, Hashable {
            /// It violates the rules.
            case refused(PatternError)
            /// The second drawing does not match the first.
            case differs
            /// It is not the stored pattern.
            case wrong
            /// The new pattern is the same as the old one.
            case unchanged
        }

        /// The purpose of the enrollment.
        public let purpose: Purpose
        /// The grid.
        public let grid: Pattern.Grid
        /// The rules.
        public let rules: PatternRules
        /// The next drawing to ask for, or the outcome.
        public private(set) var step: Step
        /// The problem with the last drawing, or nil.
        public private(set) var remark: Remark?
        /// Attempts left to draw the stored pattern.
        public private(set) var triesLeft: Int
        /// The pattern, once ``step`` is ``Step/done``; otherwise nil.
        public var result: Pattern? { step == .done ? candidate : nil }

        private var old: Pattern?
        private var candidate: Pattern?

        /// Starts an enrollment.
        ///
        /// - Parameters:
        ///   - purpose: The user's intent.
        ///   - grid: The grid.
        ///   - rules: The rules.
        ///   - tries: Number of attempts at the stored pattern, 1 or more.
        /// - Throws: ``PatternError`` with code `.invalidOption` for fewer than 1.
        public init(
            _ purpose: Purpose, grid: Pattern.Grid = .standard, rules: PatternRules = .android, tries: Int
        ) throws(PatternError) {
            guard tries > 0 else {
                throw PatternError(.invalidOption, "a stored pattern may be drawn once or more, not \(tries) times")
            }
            self.init(purpose, grid: grid, rules: rules)
            triesLeft = tries
        }

        /// Starts an enrollment with five attempts at the stored pattern.
        ///
        /// - Parameters:
        ///   - purpose: The user's intent.
        ///   - grid: The grid.
        ///   - rules: The rules.
        public init(_ purpose: Purpose, grid: Pattern.Grid = .standard, rules: PatternRules = .android) {
            self.purpose = purpose
            self.grid = grid
            self.rules = rules
            triesLeft = 5
            step = purpose == .create ? .draw : .confirmOld
        }

        /// Processes a drawing.
        ///
        /// - Parameters:
        ///   - dots: The touched dots, from 0; secret.
        ///   - verify: Checks the stored pattern; required for ``Step/confirmOld``.
        /// - Returns: The next step; ``remark`` has the problem, if any.
        /// - Throws: ``PatternError`` with code `.wrongState` if no drawing is expected, and errors of `verify`, which
        ///   do not count as an attempt.
        @discardableResult
        public mutating func draw(_ dots: [Int], verify: (Pattern) throws -> Bool = { _ in false }) throws -> Step {
            guard step != .done, step != .failed else {
                throw PatternError(.wrongState, "no pattern is asked for")
            }
            remark = nil
            let pattern: Pattern
            do {
                pattern = try Pattern(dots: dots, grid: grid, rules: rules)
            } catch {
                remark = .refused(error)
                return step
            }
            switch step {
            case .confirmOld: try confirm(pattern, verify)
            case .draw: take(pattern)
            default: compare(pattern)
            }
            return step
        }

        private mutating func confirm(_ pattern: Pattern, _ verify: (Pattern) throws -> Bool) throws {
            guard try verify(pattern) else {
                triesLeft -= 1
                remark = .wrong
                if triesLeft == 0 { step = .failed }
                return
            }
            if purpose == .change {
                old = pattern
                step = .draw
            } else {
                candidate = pattern
                step = .done
            }
        }

        private mutating func take(_ pattern: Pattern) {
            guard pattern != old else {
                remark = .unchanged
                return
            }
            candidate = pattern
            step = .repeat
        }

        private mutating func compare(_ pattern: Pattern) {
            guard pattern == candidate else {
                // Starts over, because the first drawing may have been the wrong one.
                candidate = nil
                remark = .differs
                step = .draw
                return
            }
            step = .done
        }
    }
}
