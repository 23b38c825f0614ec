/** NAL units looked at in one picture: parameter sets come first, then the slices. */
const MAX_UNITS = 100

/** The NAL units of an access unit in Annex B, without their start codes. */
export function nalUnits(bytes: Uint8Array): Uint8Array[] {
  const units: Uint8Array[] = []
  let begin = -1
  for (let at = 0; at + 2 < bytes.length && units.length < MAX_UNITS;) {
    const one = bytes.indexOf(1, at + 2)
    if (one < 0) break
    if (bytes[one - 1] !== 0 || bytes[one - 2] !== 0) {
      at = one - 1
      continue
    }
    if (begin >= 0) units.push(trimmed(bytes, begin, one - 2))
    begin = one + 1
    at = one + 1
  }
  if (begin >= 0 && units.length < MAX_UNITS) units.push(bytes.subarray(begin))
  return units.filter(({ length }) => length > 0)
}

/** Without the zeros that belong to the next start code. */
function trimmed(bytes: Uint8Array, begin: number, end: number): Uint8Array {
  let last = end
  while (last > begin && bytes[last - 1] === 0) last -= 1
  return bytes.subarray(begin, last)
}

/** Without the bytes that keep start codes out of the data. */
export function withoutEmulation(unit: Uint8Array): Uint8Array {
  return unit.filter((byte, at) => !(byte === 3 && at >= 2 && unit[at - 1] === 0 && unit[at - 2] === 0))
}
