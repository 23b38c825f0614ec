/** The value of each byte of G.711 A-law, as 16 bits (ITU-T G.711). */
const VALUES = Int16Array.from({ length: 256 }, (_, code) => {
  const plain = code ^ 0x55
  const exponent = (plain >> 4) & 7
  const mantissa = ((plain & 15) << 4) + 8
  const size = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1)
  return (plain & 0x80) === 0 ? -size : size
})

/** Chips of HiSilicon put `00 01`, half the length and `00` before the sound. */
const isHeaded = (data: Uint8Array): boolean =>
  data.length > 4 && data[0] === 0 && data[1] === 1 && data[2] === (data.length - 4) / 2 && data[3] === 0

/** Sound of a terminal as PCM of 16 bits, little-endian. */
export function decodeG711a(data: Uint8Array): Uint8Array {
  const codes = isHeaded(data) ? data.subarray(4) : data
  const pcm = new DataView(new ArrayBuffer(codes.length * 2))
  for (let i = 0; i < codes.length; i += 1) pcm.setInt16(i * 2, VALUES[codes[i] ?? 0] ?? 0, true)
  return new Uint8Array(pcm.buffer)
}
