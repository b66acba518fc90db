/// Functions that C# code contains if it needs them.
enum CSharpHelpers {
    static let concat = """
        private static byte[] Concat(params byte[][] parts) => parts.SelectMany(part => part).ToArray();
        """

    static func seal(_ new: String) -> String {
        """
        private static byte[] Seal(byte[] key, byte[] nonce, byte[] plaintext)
        {
            var (ciphertext, tag) = (new byte[plaintext.Length], new byte[16]);
            using var cipher = \(new);
            cipher.Encrypt(nonce, plaintext, ciphertext, tag);
            return Concat(ciphertext, tag);
        }
        """
    }

    static func open(_ new: String) -> String {
        """
        private static byte[] Open(byte[] key, byte[] nonce, byte[] data)
        {
            var plaintext = new byte[data.Length - 16];
            using var cipher = \(new);
            cipher.Decrypt(nonce, data[..^16], data[^16..], plaintext);
            return plaintext;
        }
        """
    }

    /// CTR, OFB and CFB, which .NET lacks or has only for whole blocks, by ECB.
    static func stream(_ cipher: CodeCipher, encrypts: Bool) -> String {
        let step =
            switch cipher.mode {
            case .ctr: "for (var j = block.Length - 1; j >= 0 && ++block[j] == 0; j--) { }"
            case .ofb: "block = output;"
            default:
                "for (var j = 0; j < block.Length && i + j < data.Length; j++) block[j] = \(encrypts ? "result" : "data")[i + j];"
            }
        return """
            var (block, result) = ((byte[])iv.Clone(), new byte[data.Length]);
                for (var i = 0; i < data.Length; i += block.Length)
                {
                    var output = cipher.EncryptEcb(block, PaddingMode.None);
                    for (var j = 0; j < block.Length && i + j < data.Length; j++) result[i + j] = (byte)(data[i + j] ^ output[j]);
                    \(step)
                }
                return result;
            """
    }

    static func bytesToKey(_ hash: String) -> String {
        """
        private static byte[] BytesToKey(byte[] secret, byte[] salt, int iterations, int count)
        {
            var (key, block) = (Array.Empty<byte>(), Array.Empty<byte>());
            while (key.Length < count)
            {
                block = Concat(block, secret, salt);
                for (var i = 0; i < iterations; i++) block = \(hash).HashData(block);
                key = Concat(key, block);
            }
            return key[..count];
        }
        """
    }

    static let sha1PRNG = """
        // Java's SHA1PRNG, which adds signed bytes.
        private static byte[] Sha1Prng(byte[] seed, int count)
        {
            var state = SHA1.HashData(seed);
            var output = Array.Empty<byte>();
            while (output.Length < count)
            {
                var digest = SHA1.HashData(state);
                output = Concat(output, digest);
                var carry = 1;
                for (var i = 0; i < state.Length; i++)
                {
                    carry += unchecked((sbyte)state[i]) + unchecked((sbyte)digest[i]);
                    state[i] = unchecked((byte)carry);
                    carry >>= 8;
                }
            }
            return output[..count];
        }
        """

    static let rc4 = """
        private static byte[] Rc4(byte[] key, byte[] data)
        {
            var s = new byte[256];
            for (var n = 0; n < 256; n++) s[n] = (byte)n;
            var (i, j) = (0, 0);
            for (; i < 256; i++)
            {
                j = (j + s[i] + key[i % key.Length]) & 255;
                (s[i], s[j]) = (s[j], s[i]);
            }
            (i, j) = (0, 0);
            var result = new byte[data.Length];
            for (var n = 0; n < data.Length; n++)
            {
                i = (i + 1) & 255;
                j = (j + s[i]) & 255;
                (s[i], s[j]) = (s[j], s[i]);
                result[n] = (byte)(data[n] ^ s[(s[i] + s[j]) & 255]);
            }
            return result;
        }
        """
}
