/// Functions that Java code contains if it needs them.
enum JavaHelpers {
    static let concat = """
        private static byte[] concat(byte[]... parts) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (byte[] part : parts) bytes.writeBytes(part);
            return bytes.toByteArray();
        }
        """
    static let random = """
        private static byte[] random(int count) {
            byte[] bytes = new byte[count];
            new SecureRandom().nextBytes(bytes);
            return bytes;
        }
        """
    static let repeated = """
        private static byte[] repeat(byte[] data, int count) {
            byte[] result = new byte[count];
            for (int i = 0; i < count; i++) result[i] = data[i % data.length];
            return result;
        }
        """
    static let filled = """
        private static byte[] filled(int length, int value) {
            byte[] bytes = new byte[length];
            Arrays.fill(bytes, (byte) value);
            return bytes;
        }
        """
    static let fold = """
        private static byte[] fold(byte[] data, int count) {
            byte[] key = new byte[count];
            for (int i = 0; i < data.length; i++) key[i % count] ^= data[i];
            return key;
        }
        """
    static let member = """
        private static String member(String json, String name) {
            Matcher matcher = Pattern.compile("\\"" + name + "\\"\\\\s*:\\\\s*\\"([^\\"]*)\\"").matcher(json);
            if (!matcher.find()) throw new IllegalArgumentException("the JSON object has no " + name);
            return matcher.group(1).replace("\\\\/", "/");
        }
        """
    static let hmac = """
        private static byte[] hmac(String name, byte[] key, byte[] data) throws GeneralSecurityException {
            Mac mac = Mac.getInstance(name);
            mac.init(new SecretKeySpec(key, name));
            return mac.doFinal(data);
        }
        """
    static let sha1PRNG = """
        // Only the provider SUN repeats its output for a seed; Android does not.
        private static byte[] sha1prng(byte[] seed, int count) throws GeneralSecurityException {
            SecureRandom random = SecureRandom.getInstance("SHA1PRNG", "SUN");
            random.setSeed(seed);
            byte[] bytes = new byte[count];
            random.nextBytes(bytes);
            return bytes;
        }
        """
    static let bytesToKey = """
        private static byte[] bytesToKey(String hash, byte[] secret, byte[] salt, int iterations, int count)
                throws GeneralSecurityException {
            MessageDigest digest = MessageDigest.getInstance(hash);
            byte[] key = new byte[0];
            byte[] block = new byte[0];
            while (key.length < count) {
                digest.update(block);
                digest.update(secret);
                block = digest.digest(salt);
                for (int i = 1; i < iterations; i++) block = digest.digest(block);
                key = Arrays.copyOf(key, key.length + block.length);
                System.arraycopy(block, 0, key, key.length - block.length, block.length);
            }
            return Arrays.copyOf(key, count);
        }
        """
    static let factoryPBKDF2 = """
        private static byte[] pbkdf2(String name, String secret, byte[] salt, int iterations, int count)
                throws GeneralSecurityException {
            PBEKeySpec spec = new PBEKeySpec(secret.toCharArray(), salt, iterations, 8 * count);
            return SecretKeyFactory.getInstance(name).generateSecret(spec).getEncoded();
        }
        """
    static let pbkdf2 = """
        // SecretKeyFactory takes only texts and no empty salt.
        private static byte[] pbkdf2(String name, byte[] secret, byte[] salt, int iterations, int count)
                throws GeneralSecurityException {
            Mac mac = Mac.getInstance(name);
            mac.init(new SecretKeySpec(secret, name));
            ByteBuffer key = ByteBuffer.allocate(count + mac.getMacLength());
            for (int index = 1; key.position() < count; index++) {
                mac.update(salt);
                byte[] block = mac.doFinal(ByteBuffer.allocate(4).putInt(index).array());
                byte[] sum = block.clone();
                for (int i = 1; i < iterations; i++) {
                    block = mac.doFinal(block);
                    for (int j = 0; j < sum.length; j++) sum[j] ^= block[j];
                }
                key.put(sum);
            }
            return java.util.Arrays.copyOf(key.array(), count);
        }
        """
    static let hkdf = """
        private static byte[] hkdf(String name, byte[] secret, byte[] salt, byte[] info, int count)
                throws GeneralSecurityException {
            byte[] prk = hmac(name, salt, secret);
            byte[] key = new byte[0];
            byte[] block = new byte[0];
            for (byte index = 1; key.length < count; index++) {
                block = hmac(name, prk, concat(block, info, new byte[] {index}));
                key = concat(key, block);
            }
            return Arrays.copyOf(key, count);
        }
        """
    static let fill = """
        private static byte[] fill(byte[] data, int block, byte filler) {
            byte[] padded = Arrays.copyOf(data, (data.length + block - 1) / block * block);
            Arrays.fill(padded, data.length, padded.length, filler);
            return padded;
        }
        """
    static let dropFill = """
        private static byte[] dropFill(byte[] data, byte filler) {
            int end = data.length;
            while (end > 0 && data[end - 1] == filler) end--;
            return Arrays.copyOf(data, end);
        }
        """
    static let dropCounted = """
        private static byte[] dropCounted(byte[] data) throws BadPaddingException {
            int count = data.length == 0 ? 0 : data[data.length - 1];
            if (count < 1 || count > data.length) throw new BadPaddingException("invalid padding: wrong key?");
            return Arrays.copyOf(data, data.length - count);
        }
        """
}
