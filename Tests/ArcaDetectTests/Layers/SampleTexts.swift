/// Texts in several languages and formats, and their gzip and zlib forms by Python in Base64.
enum SampleTexts {
    struct Sample {
        let text: String
        let gzip: String
        let zlib: String
    }

    static let all = [
        Sample(
            text: "Hello, world!",
            gzip: "H4sIAAAAAAACA/NIzcnJ11Eozy/KSVEEAObG5usNAAAA",
            zlib: "eJzzSM3JyddRKM8vyklRBAAgXgSK"),
        Sample(
            text: "The quick brown fox jumps over the lazy dog.",
            gzip: "H4sIAAAAAAACAwvJSFUoLM1MzlZIKsovz1NIy69QyCrNLShWyC9LLVIoAUrnJFZVKqTkp+sBAOklkFEsAAAA",
            zlib: "eJwLyUhVKCzNTM5WSCrKL89TSMuvUMgqzS0oVsgvSy1SKAFK5yRWVSqk5KfrAQBr5BAI"),
        Sample(
            text:
                "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness.",
            gzip:
                "H4sIAAAAAAACA/MsUShPLFYoyUhVSEotLlHIT1MoycxNLdZRyETIlOcX4ZJKTE8FSZRnFqfk52KTScvPz8kszshLLS7WAwCGFnBVbQAAAA==",
            zlib: "eJzzLFEoTyxWKMlIVUhKLS5RyE9TKMnMTS3WUchEyJTnF+GSSkxPBUmUZxan5Odik0nLz8/JLM7ISy0u1gMAJGgmNg=="),
        Sample(
            text: "password=hunter2; user=admin",
            gzip: "H4sIAAAAAAACAytILC4uzy9Ksc0ozStJLTKyVigtTi2yTUzJzcwDAHx7qJ4cAAAA",
            zlib: "eJwrSCwuLs8vSrHNKM0rSS0yslYoLU4tsk1Myc3MAwChBwrZ"),
        Sample(
            text: "flag{l4yers_all_the_way_down}",
            gzip: "H4sIAAAAAAACA0vLSUyvzjGpTC0qjk/MyYkvyUiNL0+sjE/JL8+rBQASk78SHQAAAA==",
            zlib: "eJxLy0lMr84xqUwtKo5PzMmJL8lIjS9PrIxPyS/PqwUAsH8L9Q=="),
        Sample(
            text: "Meet me at the station at 9:30 tomorrow.\n",
            gzip: "H4sIAAAAAAACA/NNTS1RyE1VSCxRKMlIVSguSSzJzM8DcS2tjA0USvJz84uK8sv1uABY4CM9KQAAAA==",
            zlib: "eJzzTU0tUchNVUgsUSjJSFUoLkksyczPA3EtrYwNFEryc/OLivLL9bgAJcwNwg=="),
        Sample(
            text: "Der schnelle braune Fuchs springt über den faulen Hund.",
            gzip:
                "H4sIAAAAAAACA3NJLVIoTs7IS83JSVVIKkoszUtVcCtNzihWKC4oysxLL1E4vCcJqCYlNU8hLbE0B0h5lOal6AEATmDfbjgAAAA=",
            zlib: "eJxzSS1SKE7OyEvNyUlVSCpKLM1LVXArTc4oViguKMrMSy9ROLwnCagmJTVPIS2xNAdIeZTmpegBAFkkFQ4="),
        Sample(
            text: "Größe, Maße und Gewichte werden später geprüft.",
            gzip: "H4sIAAAAAAACA3MvOrzt8PxUHQXfRCClUJqXouCeWp6ZnFGSqlCeWpSSmqdQXHB4SUlqkUJ6akHR4T1pJXoA4wNDmDQAAAA=",
            zlib: "eJxzLzq87fD8VB0F30QgpVCal6LgnlqemZxRkqpQnlqUkpqnUFxweElJapFCempB0eE9aSV6AE1zFiE="),
        Sample(
            text: "Voix ambiguë d'un cœur qui, au zéphyr, préfère les jattes de kiwis.",
            gzip:
                "H4sIAAAAAAACAwvLz6xQSMxNykwvPbxaIUW9NE8h+ejk0iKFwtJMHYXEUoWqwysLMiqLdBQKig6vTDu8oihVISe1WCErsaQESKWkKmRnlmcW6wEAgqoh5UgAAAA=",
            zlib:
                "eJwLy8+sUEjMTcpMLz28WiFFvTRPIfno5NIihcLSTB2FxFKFqsMrCzIqi3QUCooOr0w7vKIoVSEntVghK7GkBEilpCpkZ5ZnFusBAC22HQM="
        ),
        Sample(
            text: "El veloz murciélago hindú comía feliz cardillo y kiwi.",
            gzip:
                "H4sIAAAAAAACA3PNUShLzcmvUsgtLUrOPLwyJzE9XyEjMy/l8C6F5Pzcw2sTFdJSczKrFJITi1Iyc3LyFSoVsjPLM/UAb0CmaDkAAAA=",
            zlib: "eJxzzVEoS83Jr1LILS1Kzjy8MicxPV8hIzMv5fAuheT83MNrExXSUnMyqxSSE4tSMnNy8hUqFbIzyzP1AKhFFwA="),
        Sample(
            text: "今天天气很好，我们去公园散步吧。",
            gzip: "H4sIAAAAAAACAwEwAM//5LuK5aSp5aSp5rCU5b6I5aW977yM5oiR5Lus5Y675YWs5Zut5pWj5q2l5ZCn44CCHU61JTAAAAA=",
            zlib: "eJwBMADP/+S7iuWkqeWkqeawlOW+iOWlve+8jOaIkeS7rOWOu+WFrOWbreaVo+atpeWQp+OAglmUInM="),
        Sample(
            text: "吾輩は猫である。名前はまだ無い。",
            gzip: "H4sIAAAAAAACA3s6Yd+LPSsfN65/3rP6cePyx41Nj5u6Hzc0PZ3Q+7SzFyj+uHHf48YFz1sWPm5sAYoDAP3IFzIwAAAA",
            zlib: "eJx7OmHfiz0rHzeuf96z+nHj8seNTY+buh83ND2d0Pu0sxco/rhx3+PGBc9bFj5ubAGKAwAvbSCH"),
        Sample(
            text: "Съешь же ещё этих мягких французских булок, да выпей чаю.",
            gzip:
                "H4sIAAAAAAACAy3I0Q2CQBQF0VZeAcYaUUBQFEIJdrCAq7CAtjC3IzbEvznDUze8St2NN95iX9WaHjozKjcWNQyEHcqU4Fh1UcpHp/+mi5z5Eg7GC2f0qvjhmUwFTvVxA2XQ7mRnAAAA",
            zlib:
                "eJwtyNENgkAUBdFWXgHGGlFAUBRCCXawgKuwgLYwtyM2xL85w1M3vErdjTfeYl/Vmh46Myo3FjUMhB3KlOBYdVHKR6f/pouc+RIOxgtn9Kr44ZlMBU71cQPiPkQB"
        ),
        Sample(
            text: "다람쥐 헌 쳇바퀴에 타고파",
            gzip: "H4sIAAAAAAACA3vdveT1vJ43SycovJ3eo/Bmc/vrDVPeNmx5Mx0o0NzwavOCtz09AGs6KmwkAAAA",
            zlib: "eJx73b3k9byeN0snKLyd3qPwZnP76w1T3jZseTMdKNDc8Grzgrc9PQC09Bd8"),
        Sample(
            text: "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία",
            gzip:
                "H4sIAAAAAAACAw3E4Q1AMBRG0VXeqIQqiRlMIJG2SlPEBvdbifPjsJDVUf8bVg5Npp6TxzTKyfNqoGhWSzAiO5lLjsTNRvgAN9i7rD8AAAA=",
            zlib: "eJwNxOENQDAURtFV3qiEKokZTCCRtkpTxAb3W4nz47CQ1VH/G1YOTaaek8c0ysnzaqBoVkswIjuZS47EzUb4AGvXK7E="),
        Sample(
            text: "{\"name\":\"Ada\",\"age\":36,\"tags\":[\"math\",\"code\"]}",
            gzip: "H4sIAAAAAAACA6tWykvMTVWyUnJMSVTSUUpMB7KNzXSUShLTi5WsopVyE0sygOLJ+SmpSrG1ABYN4mIuAAAA",
            zlib: "eJyrVspLzE1VslJyTElU0lFKTAeyjc10lEoS04uVrKKVchNLMoDiyfkpqUqxtQA6RA2s"),
        Sample(
            text: "{\"ok\":true,\"items\":[1,2,3],\"text\":\"naïve\"}",
            gzip: "H4sIAAAAAAACA6tWys9WsiopKk3VUcosSc0tVrKKNtQx0jGO1VEqSa0oUbJSyks8vL4sVakWAF8bWbsrAAAA",
            zlib: "eJyrVsrPVrIqKSpN1VHKLEnNLVayijbUMdIxjtVRKkmtKFGyUspLPLy+LFWpFgAwDg5S"),
        Sample(
            text: "<html><body><p>Hi &amp; bye</p></body></html>",
            gzip: "H4sIAAAAAAACA7PJKMnNsbNJyk+ptLMpsPPIVFBLzC2wVkiqTLXRL7Cz0YfI6IOVAQARLqOCLQAAAA==",
            zlib: "eJyzySjJzbGzScpPqbSzKbDzyFRQS8wtsFZIqky10S+ws9GHyOiDlQEAWL8O4A=="),
        Sample(
            text: "<?xml version=\"1.0\"?><note><to>Tove</to></note>",
            gzip: "H4sIAAAAAAACA7Oxr8jNUShLLSrOzM+zVTLUM1Cyt7PJyy9JtbMpybcLyS9LtdEHMmz0wWIAGDwI9S8AAAA=",
            zlib: "eJyzsa/IzVEoSy0qzszPs1Uy1DNQsrezycsvSbWzKcm3C8kvS7XRBzJs9MFiAHQHD5Y="),
        Sample(
            text: "name,age\nAda,36\nBob,41\nCy,7\n",
            gzip: "H4sIAAAAAAACA8tLzE3VSUxP5XJMSdQxNuNyyk/SMTHkcq7UMecCAGjVZawcAAAA",
            zlib: "eJzLS8xN1UlMT+VyTEnUMTbjcspP0jEx5HKu1DHnAgB6LgeB"),
        Sample(
            text: "SELECT * FROM users WHERE id = 1;",
            gzip: "H4sIAAAAAAACAwt29XF1DlHQUnAL8vdVKC1OLSpWCPdwDXJVyExRsFUwtAYA+IuAUSEAAAA=",
            zlib: "eJwLdvVxdQ5R0FJwC/L3VSgtTi0qVgj3cA1yVchMUbBVMLQGAJ4UCSI="),
        Sample(
            text: "curl -s https://example.com/install.sh | bash",
            gzip: "H4sIAAAAAAACA0suLcpR0C1WyCgpKSi20tdPrUjMLchJ1UvOz9XPzCsuSczJ0SvOUKhRSEoszgAA8vSsay0AAAA=",
            zlib: "eJxLLi3KUdAtVsgoKSkottLXT61IzC3ISdVLzs/Vz8wrLknMydErzlCoUUhKLM4AAHOQEEQ="),
        Sample(
            text: "import os\nprint(os.getcwd())\n",
            gzip: "H4sIAAAAAAACA8vMLcgvKlHIL+YqKMrMK9HIL9ZLTy1JLk/R0NTkAgASQKB8HQAAAA==",
            zlib: "eJzLzC3ILypRyC/mKijKzCvRyC/WS08tSS5P0dDU5AIAo+4KDw=="),
        Sample(
            text: "https://www.example.com/path?query=1&other=two",
            gzip: "H4sIAAAAAAACA8soKSkottLXLy8v10utSMwtyEnVS87P1S9ILMmwLyxNLaq0NVTLL8lILbItKc8HABLvKOMuAAAA",
            zlib: "eJzLKCkpKLbS1y8vL9dLrUjMLchJ1UvOz9UvSCzJsC8sTS2qtDVUyy/JSC2yLSnPBwCWaRFW"),
        Sample(
            text: "La vita è bella e il tempo passa in fretta.",
            gzip: "H4sIAAAAAAACA/NJVCjLLElUOLxCISk1JydRIVUhM0ehJDW3IF+hILG4OFEhM08hrSi1pCRRDwBf0YiNLAAAAA==",
            zlib: "eJzzSVQoyyxJVDi8QiEpNScnUSFVITNHoSQ1tyBfoSCxuDhRITNPIa0otaQkUQ8AaF8P7w=="),
        Sample(
            text:
                "A journey of a thousand miles begins with a single step. A journey of a thousand miles begins with a single step. A journey of a thousand miles begins with a single step. A journey of a thousand miles",
            gzip:
                "H4sIAAAAAAACA3NUyMovLcpLrVTIT1NIVCjJyC8tTsxLUcjNzEktVkhKTc/MK1YozyzJAEoWZ+al56QqFJekFugpOA4ujQBMtHy7yAAAAA==",
            zlib: "eJxzVMjKLy3KS61UyE9TSFQoycgvLU7MS1HIzcxJLVZISk3PzCtWKM8syQBKFmfmpeekKhSXpBboKTgOLo0AJwJH0A=="),
        Sample(
            text:
                "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.",
            gzip:
                "H4sIAAAAAAACAyXM0QkDMQwE0Va2gCOVpAnFEseCZfssqf8Y7nt4853bHFxRDp19bgQT4pYX2hxhLS1rQ5SL0ThuWOeJYXoAjBU+FWm+DuZoVGqNRCW6/M4elu/a4HIPgXQ+JZ8/b3VLR3sAAAA=",
            zlib:
                "eJwlzNEJAzEMBNFWtoAjlaQJxRLHgmX7LKn/GO57ePOd2xxcUQ6dfW4EE+KWF9ocYS0ta0OUi9E4bljniWF6AIwVPhVpvg7maFRqjUQluvzOHpbv2uByD4F0PiWfPxJdLYc="
        ),
        Sample(
            text: "admin:admin",
            gzip: "H4sIAAAAAAACA0tMyc3Ms0oEkQBlaB1wCwAAAA==",
            zlib: "eJxLTMnNzLNKBJEAGZUETQ=="),
        Sample(
            text: "root:x:0:0:root:/root:/bin/bash\n",
            gzip: "H4sIAAAAAAACAyvKzy+xqrAyAMIiEFMfQiZl5uknJRZncAEAMR4sMCAAAAA=",
            zlib: "eJwrys8vsaqwMgDCIhBTH0ImZebpJyUWZ3ABALgaCu8="),
        Sample(
            text: "Çok güzel bir gün, değil mi?",
            gzip: "H4sIAAAAAAACAzvcnp+tkH54T1VqjkJSZhGImaejkJJ6ZH5mjkJupj0AnSwdnCAAAAA=",
            zlib: "eJw73J6frZB+eE9Vao5CUmYRiJmno5CSemR+Zo5CbqY9AO8GDck="),
        Sample(
            text: "שלום עולם, מה שלומך היום",
            gzip: "H4sIAAAAAAACA7u+8vqc61Ovz1W4vghIzbk+V0fh+rzrUxSuQ8TnXZ+lcH3K9ZkgJQCGbhACKwAAAA==",
            zlib: "eJy7vvL6nOtTr89VuL4ISM25PldH4fq861MUrkPE512fpXB9yvWZICUAbTMcLA=="),
        Sample(
            text: "مرحبا بالعالم كيف حالك اليوم",
            gzip: "H4sIAAAAAAACA7vZemPjjbU3VtxYrgAibrbc2Akib7Yq3Gy+2XWzUQEoCeI3K4CprpsdN1sBVPOMIjQAAAA=",
            zlib: "eJy72Xpj4421N1bcWK4AIm623NgJIm+2Ktxsvtl1s1EBKAniNyuAqa6bHTdbAbAEIuc="),
    ]

    /// The prefixes of files of known formats followed by random bytes, in Base64.
    static let files = [
        "iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAP0lEQVR4nAE0AMv/RCCCPP3m8cJrMPkOx90B5Ih1NKIPCw0Ew27YDnHg/XewdnDrlAvVM1+XParYYZuR/8kR9bMiGvaLdqG/AAAAAElFTkSuQmCC",
        "/9j/4AAQSkZJRgABFLTqA2GZAj2aoZDS0Z3nmkPjR1OBBNkSvNfNkAkuLgLEie2Lvvasxuk797VK1EsJWIW8QZPThJPXjN2r+G77zdkuIEJpTHUNNIFP9TLMXwEt2hpv2LEYNNY8h45b9RhtLMc/5Zb+yTv1NkzFZ1WD1ZP8baz4NASxiBzhmTN1jIp+0ktCg2PQHUzTio/1nIj7bf+88HutWlzmTB2mRW2h/PWoPEFHg3MtGVg7c2ad2KcCCpxwK3KPronCCz6osUc6gEkVsScvNJk=",
        "R0lGODlhon+JGbkPKEfMvnswqIwEpDm0QIrPLvPWyZpwmkQbOFl7bt6MCoCKhvJAzjW/I7kPneRDTyZIbverupVR",
        "JVBERi0xLjcKJeLjz9MKT8PhzzxKipcEBEPCM+sP3diNvdHP7Bsy8RMAFThHtoq28n16NrdROxSg2LGBHN7UwLeWruF5SRyuOlj5rj4L9WvEWct0M3+rqH3s8b38Y93hzD35iEBMBsDU",
        "U2FsdGVkX183DSZd6sGTT042ggnty3TIAn/YUVuveiZSWcALb9p4FGEnfsvuPBjGLTD1F3oGCp/ujtRVRKLl1Q==",
        "U1FMaXRlIGZvcm1hdCAzAFXKx2b9jrhNhI9ZKrisSYSCgbLEju8GTEKBc2QkZdt6R+vIZConTh0Pz8PVRkIle8NHkmfLtltzmEmy+5UtmWrtC5Q0vuOCHRqhUUM0Od59ass+bMREggE9Z8H2dokTVXfSjNc=",
        "f0VMRgIBAQAAAAAAAAAAAMyL/DJCXwjoFvptyax8MCcV2OJgWGHFuGR3uCGuGuoWWkuS8BYhyi/MmsmJtPAZ9Ajam6JMjiG41MgMOhIHM6qsvBG9Jfgq5KsBUqa4bUpL",
        "UEsDBBQAAAAIADfOote4roW8EyB+h8uRKiZXiNMqQJCGeGsyjfUYmmgmoa2XRBLiuhMOodVTFNleZXc6Qj6I6mQcuOmrtXAEB/oQVIEUBHUrWBFma+KTfPu+",
    ]
}
