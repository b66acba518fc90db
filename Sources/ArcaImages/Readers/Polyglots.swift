/// Finds what else an image file can be read as: ways to smuggle an archive, a document or a script past a check.
enum Polyglots {
    /// A PDF reader takes a header among the first bytes of a file.
    private static let pdfReach = 1024
    /// The end record of a ZIP archive: its length, and the longest comment behind it.
    private static let zipEnd = 22, largestComment = 65_535

    static func find(in data: ImageData, kind: ImageKind) -> [ImageFinding] {
        var findings: [ImageFinding] = []
        func note(_ place: Int?, _ what: String) {
            guard let place else { return }
            findings.append(ImageFinding(.polyglot, at: place, "the file can be read as \(what) as well"))
        }
        note(zip(data), "a ZIP archive")
        note(data.firstIndex(of: "%PDF-", to: pdfReach + 5), "a PDF document")
        note(data.firstIndex(of: "<?php"), "a PHP script")
        // In an SVG a script is part of the picture, which its reader reports.
        if kind != .svg {
            note(data.firstIndex(of: "<script") ?? data.firstIndex(of: "<SCRIPT"), "a web page with a script")
            note(data.firstIndex(of: "<html") ?? data.firstIndex(of: "<HTML"), "a web page")
        }
        note(data.firstIndex(of: "Rar!\u{1a}\u{07}"), "a RAR archive")
        return findings
    }

    /// A ZIP archive is found from its end: the record there must lead to a directory inside the file.
    private static func zip(_ data: ImageData) -> Int? {
        var place = data.count - zipEnd
        let last = max(0, place - largestComment)
        while place >= last {
            if data.has("PK\u{05}\u{06}", at: place), let size = data.little32(place + 12),
                let comment = data.little16(place + 20), size <= place, place + zipEnd + comment <= data.count,
                size == 0 || data.has("PK\u{01}\u{02}", at: place - size)
            {
                return place
            }
            place -= 1
        }
        return nil
    }
}
