// Cases by the Java Cryptography Extension. Prints JSON lines; see SOURCE.md.
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.security.*;
import java.util.*;
import javax.crypto.*;
import javax.crypto.spec.*;

public class Generate {
    static final String by = "Java " + System.getProperty("java.version");
    static final SecureRandom random = new SecureRandom();
    static String quoted(String s) {
        return "\"" + s.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }
    static void emit(String name, String key, String data, String plain, String... more) {
        StringBuilder s = new StringBuilder("{\"name\":" + quoted(name) + ",\"by\":" + quoted(by) + ",\"key\":" + quoted(key)
            + ",\"data\":" + quoted(data) + ",\"plaintext\":" + quoted(plain));
        for (int i = 0; i < more.length; i += 2) s.append(",").append(quoted(more[i])).append(":").append(quoted(more[i + 1]));
        System.out.println(s.append("}"));
    }
    static byte[] utf(String s) { return s.getBytes(StandardCharsets.UTF_8); }
    static String b64(byte[] b) { return Base64.getEncoder().encodeToString(b); }
    static String hex(byte[] b) { StringBuilder s = new StringBuilder(); for (byte x : b) s.append(String.format("%02X", x)); return s.toString(); }
    static byte[] join(byte[]... parts) {
        int n = 0; for (byte[] p : parts) n += p.length;
        byte[] r = new byte[n]; n = 0;
        for (byte[] p : parts) { System.arraycopy(p, 0, r, n, p.length); n += p.length; }
        return r;
    }
    static byte[] crypt(String t, byte[] key, byte[] iv, String p) throws Exception {
        Cipher c = Cipher.getInstance(t);
        SecretKeySpec k = new SecretKeySpec(key, t.split("/")[0]);
        if (iv == null) c.init(Cipher.ENCRYPT_MODE, k);
        else if (t.contains("GCM")) c.init(Cipher.ENCRYPT_MODE, k, new GCMParameterSpec(128, iv));
        else c.init(Cipher.ENCRYPT_MODE, k, new IvParameterSpec(iv));
        return c.doFinal(utf(p));
    }
    static byte[] digest(String a, String s) throws Exception { return MessageDigest.getInstance(a).digest(utf(s)); }
    static byte[] sha1prng(String alg, String seed, int bits) throws Exception {
        SecureRandom sr = SecureRandom.getInstance("SHA1PRNG");
        sr.setSeed(utf(seed));
        KeyGenerator g = KeyGenerator.getInstance(alg);
        g.init(bits, sr);
        return g.generateKey().getEncoded();
    }
    static byte[] pbkdf2(String h, String p, byte[] salt, int n, int bits) throws Exception {
        return SecretKeyFactory.getInstance("PBKDF2WithHmac" + h).generateSecret(new PBEKeySpec(p.toCharArray(), salt, n, bits)).getEncoded();
    }
    static byte[] rand(int n) { byte[] b = new byte[n]; random.nextBytes(b); return b; }

    public static void main(String[] args) throws Exception {
        String[] texts = { "hello world", "{\"mobile\":\"13800138000\",\"name\":\"李雷\",\"idType\":1}", "userId=10086&timestamp=1700000000000&sign=abc",
            "Meeting moved to Thursday at 3 pm in room 204.", "jdbc:mysql://localhost:3306/shop?useSSL=false", "这是一个测试字符串，用来验证加密和解密。" };
        String[] shorts = { "secret", "mypassword", "123456", "javaKey", "pass@word1", "zhangsan" };
        String[] k16 = { "1234567890abcdef", "MySecretKey12345", "abcdefghijklmnop", "boooooooooom!!!!", "aesEncryptionKey", "Bar12345Bar12345" };
        for (int i = 0; i < 6; i++) {
            String p = texts[i], s = shorts[i], k = k16[i];
            byte[] iv = rand(16), n = rand(12), zero = new byte[16];
            emit("AES (ECB, PKCS5)", k, b64(crypt("AES", utf(k), null, p)), p);
            emit("AES/CBC iv = key", k, b64(crypt("AES/CBC/PKCS5Padding", utf(k), utf(k), p)), p);
            emit("AES/CBC iv text given", k, b64(crypt("AES/CBC/PKCS5Padding", utf(k), utf("RandomInitVector"), p)), p, "iv", "RandomInitVector");
            emit("AES/CBC iv first, hex", k, hex(join(iv, crypt("AES/CBC/PKCS5Padding", utf(k), iv, p))), p);
            emit("AES/CBC ISO10126", k, b64(join(iv, crypt("AES/CBC/ISO10126Padding", utf(k), iv, p))), p);
            emit("AES/GCM nonce first", k, b64(join(n, crypt("AES/GCM/NoPadding", utf(k), n, p))), p);
            emit("AES/CTR iv first", k, b64(join(iv, crypt("AES/CTR/NoPadding", utf(k), iv, p))), p);
            emit("AES/CFB8 iv first", k, b64(join(iv, crypt("AES/CFB8/NoPadding", utf(k), iv, p))), p);
            emit("SHA1PRNG 128 ECB hex", s, hex(crypt("AES", sha1prng("AES", s, 128), null, p)), p);
            if (i < 3) emit("SHA1PRNG 256 ECB", s, b64(crypt("AES", sha1prng("AES", s, 256), null, p)), p);
            emit("SHA-1 key, 16 bytes, ECB", s, b64(crypt("AES/ECB/PKCS5Padding", Arrays.copyOf(digest("SHA-1", s), 16), null, p)), p);
            emit("MD5 key ECB", s, b64(crypt("AES", digest("MD5", s), null, p)), p);
            emit("SHA-256 key, iv first", s, b64(join(iv, crypt("AES/CBC/PKCS5Padding", digest("SHA-256", s), iv, p))), p);
            emit("zero-filled key ECB", s, b64(crypt("AES", Arrays.copyOf(utf(s), 16), null, p)), p);
            byte[] salt8 = rand(8), salt16 = rand(16);
            emit("PBKDF2 SHA1 65536 256, salt iv ct", s, b64(join(salt16, iv, crypt("AES/CBC/PKCS5Padding", pbkdf2("SHA1", s, salt16, 65536, 256), iv, p))), p);
            emit("PBKDF2 SHA256 65536 zero iv, salt given", s, b64(crypt("AES/CBC/PKCS5Padding", pbkdf2("SHA256", s, utf("ssshhhhhhhhhhh!!!!"), 65536, 256), zero, p)), p, "salt", "ssshhhhhhhhhhh!!!!");
            emit("Spring Encryptors.text", s, hex(join(iv, crypt("AES/CBC/PKCS5Padding", pbkdf2("SHA1", s, new byte[] { 0x5c, 7, 0x44, (byte) 0xb9, 0x40, (byte) 0xdf, (byte) 0xaf, (byte) 0xee }, 1024, 256), iv, p))).toLowerCase(), p, "salt", "5c0744b940dfafee");
            emit("Spring Encryptors.delux (GCM 16)", s, hex(join(iv, crypt("AES/GCM/NoPadding", pbkdf2("SHA1", s, new byte[] { 0x5c, 7, 0x44, (byte) 0xb9, 0x40, (byte) 0xdf, (byte) 0xaf, (byte) 0xee }, 1024, 256), iv, p))).toLowerCase(), p, "salt", "5c0744b940dfafee");
            Cipher c = Cipher.getInstance("PBEWithMD5AndDES");
            c.init(Cipher.ENCRYPT_MODE, SecretKeyFactory.getInstance("PBEWithMD5AndDES").generateSecret(new PBEKeySpec(s.toCharArray())), new PBEParameterSpec(salt8, 1000));
            emit("Jasypt PBEWithMD5AndDES", s, b64(join(salt8, c.doFinal(utf(p)))), p);
            c = Cipher.getInstance("PBEWithHmacSHA512AndAES_256");
            c.init(Cipher.ENCRYPT_MODE, SecretKeyFactory.getInstance("PBEWithHmacSHA512AndAES_256").generateSecret(new PBEKeySpec(s.toCharArray())), new PBEParameterSpec(salt16, 1000, new IvParameterSpec(iv)));
            emit("Jasypt PBEWithHmacSHA512AndAES_256", s, b64(join(salt16, iv, c.doFinal(utf(p)))), p);
            String d8 = "desKey0" + i, d24 = "0123456789abcdefDESede!" + i;
            emit("DES (ECB)", d8, b64(crypt("DES", utf(d8), null, p)), p);
            emit("DES/CBC iv = key", d8, hex(crypt("DES/CBC/PKCS5Padding", utf(d8), utf(d8), p)), p);
            emit("DESede (ECB)", d24, b64(crypt("DESede", utf(d24), null, p)), p);
            emit("DESede/CBC iv given", d24, b64(crypt("DESede/CBC/PKCS5Padding", utf(d24), utf("01234567"), p)), p, "iv", "01234567");
            if (i < 2) { emit("Blowfish 16", k, b64(crypt("Blowfish", utf(k), null, p)), p); emit("RC4 16", k, b64(crypt("RC4", utf(k), null, p)), p);
                emit("SHA1PRNG DES", s, b64(crypt("DES", sha1prng("DES", s, 56), null, p)), p); }
        }
    }
}
