/** Files 33 to 35 of docs/tanker-extension.md: what the firmware is, before its own bytes. No word may hold a blank. */
export type FirmwareHead = {
  readonly maker: string
  /** '' for any of the maker's. */
  readonly hardware: string
  readonly version: string
  /** Of the firmware behind the head. */
  readonly bytes: number
}

const heading = 'firmware 1'
/** A head is short: where none ends within so many bytes, there is none. */
const longestHead = 400
const lineFeed = 10

/** The bytes before the firmware's own. */
export function encodeFirmwareHead({ maker, hardware, version, bytes }: FirmwareHead): Uint8Array {
  const lines = [heading, `maker ${maker}`, `hardware ${hardware}`.trimEnd(), `version ${version}`, `bytes ${bytes}`, '']
  return Uint8Array.from(lines.join('\n'), (letter) => letter.charCodeAt(0))
}

/** What a file of firmware says of itself; null when it is none, or not as long as it says. */
export function readFirmwareHead(file: Uint8Array): FirmwareHead | null {
  const words = new Map<string, string>()
  let line = ''
  for (let at = 0; at < Math.min(file.length, longestHead); at += 1) {
    const byte = file[at] ?? 0
    if (byte !== lineFeed) {
      line += String.fromCharCode(byte)
      continue
    }
    if (words.size === 0 && line !== heading) return null
    const [word = '', value = ''] = line.split(' ')
    words.set(word, value)
    line = ''
    // The last word of a head: the firmware begins behind it.
    if (word === 'bytes') return Number(value) === file.length - at - 1 ? headOf(words) : null
  }
  return null
}

const headOf = (words: ReadonlyMap<string, string>): FirmwareHead => ({
  maker: words.get('maker') ?? '',
  hardware: words.get('hardware') ?? '',
  version: words.get('version') ?? '',
  bytes: Number(words.get('bytes')),
})
