/// Functions that Go code contains if it needs them.
enum GoHelpers {
    static let recovered = """
        func recovered(err *error) {
        	if problem := recover(); problem != nil {
        		*err = fmt.Errorf("%v", problem)
        	}
        }
        """
    static let must = """
        func must[T any](value T, err error) T {
        	if err != nil {
        		panic(err)
        	}
        	return value
        }
        """
    static let random = """
        func random(count int) []byte {
        	bytes := make([]byte, count)
        	if _, err := rand.Read(bytes); err != nil {
        		panic(err)
        	}
        	return bytes
        }
        """
    static let hmac = """
        func hmacSum(newHash func() hash.Hash, key, data []byte) []byte {
        	mac := hmac.New(newHash, key)
        	mac.Write(data)
        	return mac.Sum(nil)
        }
        """
    static let bytesToKey = """
        func bytesToKey(newHash func() hash.Hash, secret, salt []byte, iterations, count int) (key []byte) {
        	var block []byte
        	for len(key) < count {
        		block = append(append(block, secret...), salt...)
        		for i := 0; i < iterations; i++ {
        			h := newHash()
        			h.Write(block)
        			block = h.Sum(nil)
        		}
        		key = append(key, block...)
        	}
        	return key[:count]
        }
        """
    static let pbkdf2 = """
        func pbkdf2(newHash func() hash.Hash, secret, salt []byte, iterations, count int) (key []byte) {
        	mac := hmac.New(newHash, secret)
        	for index := uint32(1); len(key) < count; index++ {
        		mac.Reset()
        		mac.Write(salt)
        		mac.Write(binary.BigEndian.AppendUint32(nil, index))
        		block := mac.Sum(nil)
        		sum := append([]byte{}, block...)
        		for i := 1; i < iterations; i++ {
        			mac.Reset()
        			mac.Write(block)
        			block = mac.Sum(block[:0])
        			for j := range sum {
        				sum[j] ^= block[j]
        			}
        		}
        		key = append(key, sum...)
        	}
        	return key[:count]
        }
        """
    static let hkdf = """
        func hkdf(newHash func() hash.Hash, secret, salt, info []byte, count int) (key []byte) {
        	prk := hmacSum(newHash, salt, secret)
        	var block []byte
        	for index := byte(1); len(key) < count; index++ {
        		block = hmacSum(newHash, prk, append(append(block, info...), index))
        		key = append(key, block...)
        	}
        	return key[:count]
        }
        """
    static let sha1PRNG = """
        // Java's SHA1PRNG, which adds signed bytes.
        func sha1prng(seed []byte, count int) (output []byte) {
        	state := sha1.Sum(seed)
        	for len(output) < count {
        		digest := sha1.Sum(state[:])
        		output = append(output, digest[:]...)
        		carry := 1
        		for i := range state {
        			carry += int(int8(state[i])) + int(int8(digest[i]))
        			state[i] = byte(carry)
        			carry >>= 8
        		}
        	}
        	return output[:count]
        }
        """
    static let blowfish = """
        func newBlowfish(key []byte) (cipher.Block, error) {
        	return blowfish.NewCipher(key)
        }
        """
    static let checkBlocks = """
        func checkBlocks(data []byte, block int) {
        	if len(data)%block != 0 {
        		panic(errors.New("the length is not a multiple of the block size"))
        	}
        }
        """
    static let pad = """
        func pad(data []byte, block int) []byte {
        	count := block - len(data)%block
        	return append(data, bytes.Repeat([]byte{byte(count)}, count)...)
        }
        """
    static let unpad = """
        func unpad(data []byte, block int) []byte {
        	if len(data) == 0 {
        		panic(errors.New("the data is empty"))
        	}
        	count := int(data[len(data)-1])
        	if count < 1 || count > block {
        		panic(errors.New("invalid padding: wrong key?"))
        	}
        	for _, b := range data[len(data)-count:] {
        		if int(b) != count {
        			panic(errors.New("invalid padding: wrong key?"))
        		}
        	}
        	return data[:len(data)-count]
        }
        """
    static let dropCounted = """
        func dropCounted(data []byte) []byte {
        	count := 0
        	if len(data) > 0 {
        		count = int(data[len(data)-1])
        	}
        	if count < 1 || count > len(data) {
        		panic(errors.New("invalid padding: wrong key?"))
        	}
        	return data[:len(data)-count]
        }
        """
}
