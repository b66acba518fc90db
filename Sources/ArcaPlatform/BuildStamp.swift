/// Information about this build.
public enum BuildStamp {
    /// The commit of this build, 40 hexadecimal digits; nil for an unstamped build.
    ///
    /// `scripts/install` and `scripts/package` stamp their copies, so the build itself does not depend on the commit.
    public static let commit: String? = {
        let letters = (0..<40).map { UInt8(bitPattern: arca_commit_letter($0)) }
        let isStamped = letters.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        return isStamped ? String(decoding: letters, as: UTF8.self) : nil
    }()
}
