import type { Disagreement } from './decode-vectors-compare.ts'

type Known = {
  readonly msgId: string
  /** What the packet begins with. */
  readonly hex: RegExp
  readonly field: RegExp
  readonly reason: string
}

const offTheWire = 'not on the wire: the suite sets the field in its object although the area says by its attribute bits that it has none'
const piece = 'a piece of a message, not a body: the suite tests its stream reader with it'

/** Each was looked at against the standard and found to be no fault of the codec. */
const known: readonly Known[] = [
  { msgId: '0x0200', hex: /^(EB0E)?000C00B2/, field: /^body$/, reason: piece },
  { msgId: '0x1210', hex: /^1{32}$/, field: /^body$/, reason: 'the alarm number alone, not the whole body' },
  {
    msgId: '0x0200',
    hex: /^7E0200005C11223344556622B8/,
    field: /^(Speed|Time)$/,
    reason: 'the source mis-attributes: Speed is that of extra 0x03, Time the seconds of extra 0x13',
  },
  {
    msgId: '0x0200',
    hex: /101066(3B|55)/,
    field: /AlarmOrEventType/,
    reason: 'the source names the alarm bits of a tyre so: they stand per tyre on the wire, not per block',
  },
  {
    msgId: '0x0702',
    hex: /^7E/,
    field: /^name$/,
    reason: 'spaces at the end of a padded text are padding here',
  },
  {
    msgId: '0x0702',
    hex: /^0[23]746B/,
    field: /^body$/,
    reason: 'the 2011 edition, without status and time: not supported, as no header shows it',
  },
  {
    msgId: '0x8100',
    hex: /006404617E$/,
    field: /^Code$/,
    reason: 'not on the wire: the result is 4, and a code goes out with result 0 only',
  },
  {
    msgId: '0x8300',
    hex: /^7E8300000D/,
    field: /^TextType$/,
    reason: 'not on the wire: the type is of 2019, the header of 2013',
  },
  { msgId: '0x8600', hex: /^0/, field: /Time|Speed|Duration/, reason: offTheWire },
  { msgId: '0x8602', hex: /^0/, field: /Time/, reason: offTheWire },
  { msgId: '0x8604', hex: /^0/, field: /Speed|Duration/, reason: offTheWire },
  { msgId: '0x8606', hex: /^0000270F04F4/, field: /Time|Speed|Duration|Threshold/, reason: offTheWire },
]

/** Why we disagree with a public suite, where that was reviewed. */
export function reasonFor(
  vector: { readonly msgId: string | null; readonly hex: string },
  { field, ours }: Disagreement,
): string | undefined {
  if (ours === 'encrypted') return 'encrypted: the body is RSA and there is no key'
  if (vector.msgId === '0x0091' || vector.msgId === '0x0093') return 'not of the standard: an id that the suite made up'
  return known.find((one) => one.msgId === vector.msgId && one.hex.test(vector.hex) && one.field.test(field))?.reason
}
