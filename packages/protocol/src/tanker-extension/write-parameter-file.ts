import type { DeviceField, DeviceFile } from '@tanker/parameters/define-device-file'
import type { ParameterValue } from '@tanker/parameters/define-parameter'
import { counted, type FieldValues, type FileValues } from '@tanker/parameters/file-values'
import { decodeGbk, encodeGbk } from '../gbk-text.ts'
import { type FileLine, parsed, type ParameterText } from './parameter-file.ts'

/**
 * Writes the text of a file. With `base`, the text that the truck has, only lines whose values change are written; all others
 * stay byte for byte in their places. Entries beyond those of `values` go with their section; new ones come behind the last.
 * @throws RangeError for a text outside GBK
 */
export function writeParameterFile(file: DeviceFile, given: FileValues, base: ParameterText | null): Uint8Array {
  const values = counted(file, given)
  const lines = base?.lines ?? []
  const end = lineEnd(lines)
  const entriesOf = (group: string): number => values.groups[group]?.length ?? 0
  const runs = runsOf(lines.filter(({ section }) => section === null || section === 'unknown' || section.entry < entriesOf(section.group)))

  const out = runs.flatMap(({ section, lines: own }, i) => {
    const of = fieldsOf(file, values, section)
    const rewritten = own.map((line) => lineWith(line, of))
    if (of) insertBeforeBlanks(rewritten, missing(of, own, end))
    // New entries follow the last one of their group.
    const group = file.groups.find(({ key }) => isOf(section, key) && !runs.slice(i + 1).some((later) => isOf(later.section, key)))
    return group ? [...rewritten, ...newEntries(group)] : rewritten
  })
  const firstOnes = file.groups.filter(({ key }) => !runs.some(({ section }) => isOf(section, key)))
  return joined([...out, ...firstOnes.flatMap(newEntries)], end)

  function newEntries({ key, fields }: DeviceFile['groups'][number]): Uint8Array[] {
    const had = runs.filter(({ section }) => isOf(section, key)).length
    return (values.groups[key] ?? []).flatMap((entry, i) =>
      i < had ? [] : [encodeGbk(`[${key} ${i + 1}]${end}`), ...missing({ fields, values: entry }, [], end)],
    )
  }
}

const LF = 0x0a

type Fields = { readonly fields: readonly DeviceField[]; readonly values: FieldValues }
type Run = { readonly section: FileLine['section']; readonly lines: FileLine[] }

const isOf = (section: FileLine['section'], group: string): section is Exclude<FileLine['section'], null | 'unknown'> =>
  section !== null && section !== 'unknown' && section.group === group

/** The lines of each section; those of the file itself come first, even if there are none. */
function runsOf(lines: readonly FileLine[]): Run[] {
  const runs: Run[] = [{ section: null, lines: [] }]
  for (const line of lines) {
    const last = runs.at(-1)
    if (last && last.section === line.section) last.lines.push(line)
    else runs.push({ section: line.section, lines: [line] })
  }
  return runs
}

function fieldsOf(file: DeviceFile, values: FileValues, section: FileLine['section']): Fields | null {
  if (section === 'unknown') return null
  if (section === null) return { fields: file.fields, values: values.fields }
  const group = file.groups.find(({ key }) => key === section.group)
  return group ? { fields: group.fields, values: values.groups[section.group]?.[section.entry] ?? {} } : null
}

/** The line with the value; the line itself where that does not change. */
function lineWith({ bytes, set }: FileLine, of: Fields | null): Uint8Array {
  if (set === null || of === null) return bytes
  const value = of.values[set.field.key]
  const had = parsed(set.field, decodeGbk(bytes.subarray(set.start, set.end)))
  // What was not permitted is no value; it stays until it is given one.
  if (value === had || (value === undefined && (had === null || had === ''))) return bytes
  return concatenated([bytes.subarray(0, set.start), gbk(textOf(set.field, value)), bytes.subarray(set.end)])
}

/** Lines of the values that no line of the section sets. */
const missing = ({ fields, values }: Fields, own: readonly FileLine[], end: string): Uint8Array[] =>
  fields.flatMap((field) => {
    const value = values[field.key]
    if (value === undefined || value === '' || own.some(({ set }) => set?.field === field)) return []
    return [gbk(`${field.key}=${textOf(field, value)}${end}`)]
  })

/** New lines stand behind the last one that is not blank. */
function insertBeforeBlanks(lines: Uint8Array[], added: readonly Uint8Array[]): void {
  const last = lines.findLastIndex((line) => line.some((byte) => byte > 0x20))
  lines.splice(last + 1, 0, ...added)
}

function textOf({ content }: DeviceField, value: ParameterValue | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return value
  const step = content.type === 'number' ? (content.step ?? 1) : 1
  const digits = step >= 1 ? 0 : Math.ceil(-Math.log10(step) - 1e-9)
  const text = value.toFixed(digits)
  return digits === 0 ? text : text.replace(/\.?0+$/, '')
}

function gbk(text: string): Uint8Array {
  const bytes = encodeGbk(text)
  if (decodeGbk(bytes) !== text) throw new RangeError(`outside GBK: ${text}`)
  return bytes
}

/** The line end of the file; LF where it has none. */
function lineEnd(lines: readonly FileLine[]): string {
  const first = lines[0]?.bytes
  return first?.at(-1) === LF && first.at(-2) === 0x0d ? '\r\n' : '\n'
}

/** A line that had no end gets one when others follow. */
const joined = (lines: readonly Uint8Array[], end: string): Uint8Array =>
  concatenated(lines.flatMap((line, i) => (i < lines.length - 1 && line.at(-1) !== LF ? [line, encodeGbk(end)] : [line])))

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
