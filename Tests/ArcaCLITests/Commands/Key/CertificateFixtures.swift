/// Made by Vectors/keys/make-certificates.py with cryptography; the private half of Alice's key is 01, 02, … 20.
enum CertificateFixtures {
    static let valid = """
        -----BEGIN CERTIFICATE-----
        MIHsMIGfoAMCAQICAQcwBQYDK2VwMBIxEDAOBgNVBAMMB1Rlc3QgQ0EwIBcNMjAw
        MTAxMDAwMDAwWhgPOTk5OTAxMDEwMDAwMDBaMBAxDjAMBgNVBAMMBUFsaWNlMCow
        BQYDK2VuAyEAB6N8vBQgk8i3VdwbEOhstCY3StFqqFPtC9/AsrhtHHyjGjAYMBYG
        A1UdEQQPMA2CC2V4YW1wbGUub3JnMAUGAytlcANBABMNajZ7zQWSmiPOH9T6rpVy
        /Y5TgI2EX1Owgh3c689WcYXYG5ev4KCCn+N+PE9SPp9f60j5w9EKGHTzF3d9ygY=
        -----END CERTIFICATE-----

        """
    static let expired = """
        -----BEGIN CERTIFICATE-----
        MIHqMIGdoAMCAQICAQcwBQYDK2VwMBIxEDAOBgNVBAMMB1Rlc3QgQ0EwHhcNMTAw
        MTAxMDAwMDAwWhcNMjAwMTAxMDAwMDAwWjAQMQ4wDAYDVQQDDAVBbGljZTAqMAUG
        AytlbgMhAAejfLwUIJPIt1XcGxDobLQmN0rRaqhT7QvfwLK4bRx8oxowGDAWBgNV
        HREEDzANggtleGFtcGxlLm9yZzAFBgMrZXADQQCFF+VxsZ9CJdyULBTIe780agbh
        JArhiqD5ShOSvVarvKbsxyrShHG4/0h3kr8Ra4uHJ3edhyQr4+Uv/Z/+Ds0N
        -----END CERTIFICATE-----

        """
    static let future = """
        -----BEGIN CERTIFICATE-----
        MIHuMIGhoAMCAQICAQcwBQYDK2VwMBIxEDAOBgNVBAMMB1Rlc3QgQ0EwIhgPMjk5
        ODAxMDEwMDAwMDBaGA8yOTk5MDEwMTAwMDAwMFowEDEOMAwGA1UEAwwFQWxpY2Uw
        KjAFBgMrZW4DIQAHo3y8FCCTyLdV3BsQ6Gy0JjdK0WqoU+0L38CyuG0cfKMaMBgw
        FgYDVR0RBA8wDYILZXhhbXBsZS5vcmcwBQYDK2VwA0EASdJ4CxUeExGLgaObEyUi
        UGh47AB4zPk2mVKWoCx1xflghtzrcmjguO7BymJ9X28jWbl20EKUZjbxDaoseFfa
        Dw==
        -----END CERTIFICATE-----

        """
    static let signingOnly = """
        -----BEGIN CERTIFICATE-----
        MIH8MIGvoAMCAQICAQcwBQYDK2VwMBIxEDAOBgNVBAMMB1Rlc3QgQ0EwIBcNMjAw
        MTAxMDAwMDAwWhgPOTk5OTAxMDEwMDAwMDBaMBAxDjAMBgNVBAMMBUFsaWNlMCow
        BQYDK2VuAyEAB6N8vBQgk8i3VdwbEOhstCY3StFqqFPtC9/AsrhtHHyjKjAoMBYG
        A1UdEQQPMA2CC2V4YW1wbGUub3JnMA4GA1UdDwEB/wQEAwIHgDAFBgMrZXADQQA3
        3hooovIJJpD4p0OFKRFdJPB7DK5Fve/IcxNziVmPWU9r0b+KK16uKbfW9/bZD/5f
        IHOsKp45KO+YCb4IKTUF
        -----END CERTIFICATE-----

        """
    static let curve = """
        -----BEGIN CERTIFICATE-----
        MIIBGzCBzqADAgECAgEHMAUGAytlcDASMRAwDgYDVQQDDAdUZXN0IENBMCAXDTIw
        MDEwMTAwMDAwMFoYDzk5OTkwMTAxMDAwMDAwWjAQMQ4wDAYDVQQDDAVDYXJvbDBZ
        MBMGByqGSM49AgEGCCqGSM49AwEHA0IABI5TO2+gv3tGJbswZnwB+2B++fi4qA/v
        WzAGKHAxh7Kjc+sdveAzGDZtBp+DpvWQAFPHNjPLBBshxV4ahsH0ALSjGjAYMBYG
        A1UdEQQPMA2CC2V4YW1wbGUub3JnMAUGAytlcANBADZxNFy4Cof9t3gNDO7RruVv
        WDg62mwmuCNzDj81cBHUHrWINf02VFAwwfR9S+lD9Rxyw2KZ7+lpw5UcauyIXwg=
        -----END CERTIFICATE-----

        """
    static let key = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VuBCIEIAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g
        -----END PRIVATE KEY-----

        """
    /// Stores with the passphrase 'correct horse' in Base64: by scheme.
    static let stores: [(name: String, base64: String)] = [
        (
            "PBES2 AES-256",
            "MIIFBQIBAzCCBLsGCSqGSIb3DQEHAaCCBKwEggSoMIIEpDCCAzkGCSqGSIb3DQEHBqCCAyowggMmAgEAMIIDHwYJKoZIhvcNAQcB"
                + "MF4GCSqGSIb3DQEFDTBRMDAGCSqGSIb3DQEFDDAjBBAxiPDX0MvoSrge3CQABTwtAgFkMAwGCCqGSIb3DQIJBQAwHQYJYIZIAWUD"
                + "BAEqBBDTneNCAYKeo7+7uFb3HwnagIICsM/V6PcXvOQxZa4EqG45PptxG/HItq2hXbmmE2f1yH0ayB1NZ0KXIpK0Gr/0HQsodpkI"
                + "efg0rKfUIin9EAytKmH5a1pupwI1gSXMsLF1pIT+2DGuJpr+BJ9PDFcSjV7Q3c7ahkrqEXIsx+trDgq/Rl6DUBfM1B/T4JFrIfsl"
                + "Ib7fR2g9ytNoYijNPBwoOtnSAfKhiDCQ6Fan3Q6pJCSkl7EQ+qRcw4iok0o2I1cyTuTXAj5YzR+ccZcWQo9Eak5iLSA87ZjbMDFD"
                + "nqFjzHfCodJdQyUVIP/YJ/AXZvvF36jkWa5QMfz+k6eFPreSJp+J/nxuj1kbCfV6CxjKZd70UudJLckAwuKaMOLyidQuz8HTiKkY"
                + "Kj3lfn1kh/qkir7PJza3MGuK7MQ+jqhO0HVWqKfzb5XcAqAzY0Myxsh7FLcse32bi2AQvQxggc100vVTTX721i9pwZXIwCPtiKj1"
                + "8qq4eHEiHogVJ7Ael/TqeizfoZ8kkI5ow/zu7BYyxiUHFTqeZPqX0G9bdHVpYOrtARymu/GWYqlUzG7ec6ZD9X6BF84d0dCb6z7V"
                + "CAzZ2ozxeDmNI3Ml0fItu4p/Orm949Hue/Wk6nxT9TowteUfQkVwsXr7jRWn7ka+ZZMJsMwvJAKD9DWMWpEEn80zQm9W3jzCocOK"
                + "O8Y4Psvf8oms+dg4intftH3c5jQn3/9haXenqk13bk5fSodbAOcUaUtxIEhEFAwiUj5VuJOnHSVUvJSyGxmvcI47EF7uL2e7Zfnf"
                + "u6y9nNiwGPLTaY9ga9HIZHC2JS80v5IteG5cDiFqRbc0jtZNK/N6m56tQfsBWBbcdrY9T7fuc2FDQoK+8IjifDJb/dxuI/5clKJ4"
                + "eTZzux+oHPjwG+bFignsY+Xis0DYXsoDSlp8h+XKEs5DULQw9g8wggFjBgkqhkiG9w0BBwGgggFUBIIBUDCCAUwwggFIBgsqhkiG"
                + "9w0BDAoBAqCB9jCB8zBeBgkqhkiG9w0BBQ0wUTAwBgkqhkiG9w0BBQwwIwQQlS5fehw1Q9Hj1pWl46pAuwIBZDAMBggqhkiG9w0C"
                + "CQUAMB0GCWCGSAFlAwQBKgQQ20hptu/dLL3SLmGX2ZV83wSBkOIzyn86TGnAu1PS/ATUkQhOER4ykA86+OGBcl3gd7f2/Rj+pqpy"
                + "VBGhWawVvspvtLlr7RH7qnilVAVp17h+FmOOUeCDVP8dUJutGtkBhKXyATQRCO6NnL+aVs0cFIQKaYfakIJSLVREM/EX4m4B4SxV"
                + "9ZoVD1K65RqL8fyBLL9Vin/rqeJdL8kD23DRtF744jFAMBkGCSqGSIb3DQEJFDEMHgoAYwBhAHIAbwBsMCMGCSqGSIb3DQEJFTEW"
                + "BBQWfH6PzR5pjuR2qXZy2K92poe65DBBMDEwDQYJYIZIAWUDBAIBBQAEIJqKV2GdcXdug5b+JrEgikHlSOKJ1dLfGmMaY8+FoKaH"
                + "BAgLJXIMes00BgICCAA="
        ),
        (
            "PBE SHA-1 3DES",
            "MIIEbwIBAzCCBDUGCSqGSIb3DQEHAaCCBCYEggQiMIIEHjCCAvYGCSqGSIb3DQEHBqCCAucwggLjAgEAMIIC3AYJKoZIhvcNAQcB"
                + "MBsGCiqGSIb3DQEMAQMwDQQICxhRKF0D5iUCAWSAggKwWTQ/APUD6ytdcEauebxwSy8VeCSDTZIbtc2AM2qeO4jZ2+fXF2yW522w"
                + "ElGmIng0JMZhgqWjA//RiX8AAFSx0QPM3GvtgaKlmMbh9Cz+CavzK5lfkrxVtWz3vHXetS8M/Q8s9pN4hK5fHcwM0s19/IZURf3v"
                + "nB3dGYIm0T8+ZSpi4Dqnf9brcfUgnvIdcADA1LM6vfITBlCGtfBvB0KHre67oe8ju8by+hXzBDUZP99s3z0qebIyR3OaCA0z/0eO"
                + "1zkxkvKGyE7e4u6DZMEeHCJ7pL8KxzNgrK6kvBKKqpWZIZ8KemomuGeZI6EiA/tJrEdXIk4sMw2SguGWBKBwNp+fNGWHZqFikxo/"
                + "oKGEHUrG7DHqIIQM0N+r3nmQ3bfLg38lrCC7OqN8ThySZHbyda1KsZlCAvVwFK2GWz+7V8BT4ApR9xBDVn2JLbzy9sIL8ly9hRLj"
                + "IW07TKyDN/iptJ+CvkwpyepTKaD93wNVKbZDM8f7ccvenI7P80MtY6/NDOOQLig4NgeUgkhbS3Qg6Mus3hB5LcLRMoimkaz3WloT"
                + "7b8revMuZkgyYKU8wB8RRTSOg2revZizzVK6s/MBLaEh0P8MK0ngp8QwJJBpZkPz0i2evf5jWvPEkTMmbAgLPtUNvyy4LXtLE9c0"
                + "eVKCoqyZcPRiyfPVf0W6ieoPAklY3aZHUWHVoscKvbhysPu1XaCq5E1puqyladrLbHO/PzDJlngb1qLLchpu7XIO9UR5u/vK/Tfg"
                + "yPldGr96qiYSKcnIPQkYFWcVPad04nZPsDxhjscfqEbckLqzfQh9tuQMWp9K1b8AbKqxu5T5ogrRrCy02eOAhZ/+tATtq2NvzoBI"
                + "VbPmxj09Q+Z8d7/S/H2s71WydnEQb+O4b69FaF/7hwI7wKGWY6ciFZNwFe2aUDCCASAGCSqGSIb3DQEHAaCCAREEggENMIIBCTCC"
                + "AQUGCyqGSIb3DQEMCgECoIGzMIGwMBsGCiqGSIb3DQEMAQMwDQQI9apHHqfpR14CAWQEgZCdU+UScbeSc0suad9LWbENcbOyWPcL"
                + "9bOHydzymjvJ6EV5Nbh6LsUD1gaPoUxRnnrQGm30dAMISbSnS82Pq2HgpC03OqeyBrNmSzr4U/pXW43LO7A0LrR04wF35IzcSYyq"
                + "5xp/f/ie05retZ1DfcIkByXLxSl4RIktZ280M6UlKcyUolqOhgrt6/ZKDmoumggxQDAZBgkqhkiG9w0BCRQxDB4KAGMAYQByAG8A"
                + "bDAjBgkqhkiG9w0BCRUxFgQUFnx+j80eaY7kdql2ctivdqaHuuQwMTAhMAkGBSsOAwIaBQAEFAeEQQtxH3PvDSrat1ouVS0qFMK1"
                + "BAiesBJVxOXAPQICCAA="
        ),
    ]
}
