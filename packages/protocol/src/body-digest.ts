// MurmurHash3 (x86, two of its lanes) by Austin Appleby, public domain; restated for Uint8Array.

const c1 = 0x239b961b
const c2 = 0xab0e9789
const lanes = new DataView(new ArrayBuffer(8))

/**
 * 64 bits that distinguish bodies, as a signed bigint (what PostgreSQL's bigint holds). Not a
 * cryptographic hash: it guards against repetition, not against forgers.
 */
export function bodyDigest(bytes: Uint8Array): bigint {
  const length = bytes.length
  const whole = length & ~7
  let h1 = 0x5bd1e995
  let h2 = 0x1b873593
  for (let i = 0; i < whole; i += 8) {
    let k1 = wordOf(bytes, i)
    let k2 = wordOf(bytes, i + 4)
    k1 = Math.imul(k1, c1)
    h1 ^= Math.imul((k1 << 15) | (k1 >>> 17), c2)
    h1 = (Math.imul(((h1 << 19) | (h1 >>> 13)) + h2, 5) + 0x561ccd1b) | 0
    k2 = Math.imul(k2, c2)
    h2 ^= Math.imul((k2 << 16) | (k2 >>> 16), c1)
    h2 = (Math.imul(((h2 << 17) | (h2 >>> 15)) + h1, 5) + 0x0bcaa747) | 0
  }
  let k1 = 0
  let k2 = 0
  for (let i = length - 1; i >= whole; i--) {
    if (i - whole >= 4) k2 = (k2 << 8) | (bytes[i] ?? 0)
    else k1 = (k1 << 8) | (bytes[i] ?? 0)
  }
  k1 = Math.imul(k1, c1)
  h1 ^= Math.imul((k1 << 15) | (k1 >>> 17), c2)
  k2 = Math.imul(k2, c2)
  h2 ^= Math.imul((k2 << 16) | (k2 >>> 16), c1)
  h1 ^= length
  h2 ^= length
  h1 = (h1 + h2) | 0
  h2 = (h2 + h1) | 0
  h1 = mixed(h1)
  h2 = mixed(h2)
  h1 = (h1 + h2) | 0
  h2 = (h2 + h1) | 0
  lanes.setInt32(0, h1)
  lanes.setInt32(4, h2)
  return lanes.getBigInt64(0)
}

function wordOf(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)
}

function mixed(hash: number): number {
  let h = hash
  h ^= h >>> 16
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  return h ^ (h >>> 16)
}
