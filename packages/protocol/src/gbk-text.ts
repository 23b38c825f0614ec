// JT/T 808 STRING: GBK, which GB 18030 contains (JT/T 808-2019 table 1).

const replacement = 0x3f // '?'

let decoder: { decode(bytes: Uint8Array): string } | undefined
let codeOfCharacter: Map<string, number> | undefined

/** Reads GBK text; bytes that are no text become U+FFFD. Nothing is trimmed. */
export function decodeGbk(bytes: Uint8Array): string {
  if (isAscii(bytes)) return asciiText(bytes)
  decoder ??= new TextDecoder('gb18030')
  return decoder.decode(bytes)
}

/** Reads a padded field: NULs at both ends and spaces at the end are padding. */
export function decodePaddedGbk(bytes: Uint8Array): string {
  let start = 0
  let end = bytes.length
  while (end > start && (bytes[end - 1] === 0 || bytes[end - 1] === 0x20)) end--
  while (start < end && bytes[start] === 0) start++
  return decodeGbk(bytes.subarray(start, end))
}

/** Writes GBK text; a character outside GBK becomes '?'. */
export function encodeGbk(text: string): Uint8Array {
  const bytes: number[] = []
  for (const character of text) {
    const point = character.codePointAt(0) ?? replacement
    if (point < 0x80) {
      bytes.push(point)
      continue
    }
    codeOfCharacter ??= gbkCodes()
    const code = codeOfCharacter.get(character)
    if (code === undefined) bytes.push(replacement)
    else bytes.push(code >> 8, code & 0xff)
  }
  return Uint8Array.from(bytes)
}

/** The characters of a text that GBK does not have, each once. */
export function outsideGbk(text: string): string[] {
  codeOfCharacter ??= gbkCodes()
  const codes = codeOfCharacter
  return [...new Set(text)].filter((character) => (character.codePointAt(0) ?? 0) >= 0x80 && !codes.has(character))
}

/** As much of the text as fits into so many bytes, cut between characters. */
export function encodeGbkWithin(text: string, maxBytes: number): Uint8Array {
  const bytes = encodeGbk(text)
  if (bytes.length <= maxBytes) return bytes
  let end = 0
  while (end < maxBytes) {
    const step = (bytes[end] ?? 0) < 0x80 ? 1 : 2
    if (end + step > maxBytes) break
    end += step
  }
  return bytes.subarray(0, end)
}

function isAscii(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if ((bytes[i] ?? 0) >= 0x80) return false
  return true
}

function asciiText(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i++) text += String.fromCharCode(bytes[i] ?? 0)
  return text
}

function gbkCodes(): Map<string, number> {
  decoder ??= new TextDecoder('gb18030')
  const codes = new Map<string, number>()
  const pair = new Uint8Array(2)
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      pair[0] = lead
      pair[1] = trail
      const character = decoder.decode(pair)
      if (character.length !== 1 || character === '\uFFFD' || codes.has(character)) continue
      codes.set(character, (lead << 8) | trail)
    }
  }
  return codes
}
