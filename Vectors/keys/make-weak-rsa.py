# Makes weak-rsa.txt: RSA keys, each with one fault, and a good one. Deterministic: python3 make-weak-rsa.py > weak-rsa.txt
import random

random.seed(20261121)
LOW = [n for n in range(3, 3000) if all(n % p for p in range(2, int(n**0.5) + 1))]


def is_prime(n):
    return all(n % p or n == p for p in LOW) and n > 2 and pow(2, n - 1, n) == 1 and pow(3, n - 1, n) == 1


def after(n, e=65537):
    n |= 1
    while not is_prime(n) or (n - 1) % e == 0:
        n += 2
    return n


def fresh(bits, e=65537):
    return after(random.getrandbits(bits) | 3 << bits - 2, e)


def show(name, p, q, e=65537, **change):
    def inverse(a, m):
        try:
            return pow(a, -1, m)
        except ValueError:
            return 3

    d = inverse(e, (p - 1) * (q - 1))
    values = dict(n=p * q, e=e, d=d, p=p, q=q, dp=d % (p - 1), dq=d % (q - 1), qi=inverse(q, p))
    values.update(change)
    print(name, *("%x" % values[key] for key in ("n", "e", "d", "p", "q", "dp", "dq", "qi")))


print("# name n e d p q dp dq qi, in hexadecimal digits")
p, q, r = fresh(1024), fresh(1024), fresh(1024)
show("good", p, q)
show("shares", p, r)
show("small", fresh(512), fresh(512))
show("e3", fresh(1024, 3), fresh(1024, 3), 3)
show("e1", p, q, 1)
show("even-e", p, q, 65536)
show("huge-e", p, q, after(1 << 70))
show("composite", fresh(512) * fresh(512), q)
show("equal", p, p)
show("close", p, after(p + (1 << 900)))
show("very-close", p, after(p + (1 << 500)))
show("dp", p, q, dp=3)
show("qi", p, q, qi=5)
show("d", p, q, d=65537)
show("n", p, q, n=p * r)
show("even-n", p, q, n=p * q + 1)
show("prime-n", p, q, n=after(p * q))
show("small-factor", p, q, n=65521 * (p * q >> 15 | 1))
d = after(1 << 300)
show("small-d", p, q, pow(d, -1, (p - 1) * (q - 1)))
# The generator of CVE-2017-15361: p = k * M + (65537^a mod M) with the product M of the first 126 primes.
m = 1
for n in [2] + LOW[:125]:
    m *= n


def roca():
    bits = 1025 - m.bit_length()
    while True:
        c = (random.getrandbits(bits) | 3 << bits - 2) * m + pow(65537, random.getrandbits(200), m)
        if pow(2, c - 1, c) == 1:
            return c


show("roca", roca(), roca())
