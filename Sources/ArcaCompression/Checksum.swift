/// CRC-32 and Adler-32, by zlib.
public enum Checksum {}
