/// What the program knows of its own build.
public enum BuildStamp {
    /// The commit that the program was built from, 40 hexadecimal digits; nil if nobody stamped the file.
    ///
    /// `scripts/install` and `scripts/package` stamp the copies that they make, so that neither a build nor its bytes depend on
    /// the commit.
    public static let commit: String? = {
        let letters = (0..<40).map { UInt8(bitPattern: arca_commit_letter($0)) }
        let isStamped = letters.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        return isStamped ? String(decoding: letters, as: UTF8.self) : nil
    }()
}
