/** The text of a parameter file: lines of GBK, `[group n]` and `key=value` (docs/tanker-extension.md). */
import type { Text } from '@tanker/domain/texts/text'
import { rangeOf } from '@tanker/parameters/check-file-values'
import type { DeviceField, DeviceFile } from '@tanker/parameters/define-device-file'
import { isPermitted, type ParameterValue } from '@tanker/parameters/define-parameter'
import type { FieldValues, FileValues } from '@tanker/parameters/file-values'
import { decodeGbk } from '../gbk-text.ts'

/** The longest parameter file; the fullest of the catalogue takes a quarter. */
export const MAX_PARAMETER_FILE_BYTES = 262_144
/** Problems that are listed; a file with more is no parameter file. */
const MAX_LINE_PROBLEMS = 100

/** One line with its end; views on the bytes of the file. */
export type FileLine = {
  readonly bytes: Uint8Array
  /** The section it stands in: null of the file itself, `unknown` of a heading the catalogue does not have. */
  readonly section: Section | null | 'unknown'
  /** The field that it sets, and where its value stands in `bytes`; null: kept as it is. */
  readonly set: { readonly field: DeviceField; readonly start: number; readonly end: number } | null
}

/** `entry` counts from 0, in the order of the file. */
type Section = { readonly group: string; readonly entry: number }

/** What is wrong with a line, which counts from 1. */
type LineProblem = { readonly line: number; readonly text: Text }

export type ParameterText = {
  readonly lines: readonly FileLine[]
  readonly values: FileValues
  /** Values that are not permitted, duplicates, counts that do not fit; the lines are kept, their values left out. */
  readonly problems: readonly LineProblem[]
}

/** Reads a file. Unknown lines and comments are kept. @throws RangeError for more than `MAX_PARAMETER_FILE_BYTES` */
export function readParameterFile(file: DeviceFile, bytes: Uint8Array): ParameterText {
  if (bytes.length > MAX_PARAMETER_FILE_BYTES) throw new RangeError(`a parameter file of ${bytes.length} bytes`)
  const lines: FileLine[] = []
  const problems: LineProblem[] = []
  const report = (line: number, zh: string, en: string): void => {
    if (problems.length < MAX_LINE_PROBLEMS) problems.push({ line, text: { zh, en } })
  }
  const fields: Record<string, ParameterValue> = {}
  const groups: Record<string, Record<string, ParameterValue>[]> = Object.fromEntries(file.groups.map(({ key }) => [key, []]))
  const seen = new Set<string>()
  let section: FileLine['section'] = null
  for (const line of linesOf(bytes)) {
    const number = lines.length + 1
    const text = textOf(line)
    const heading = HEADING.exec(text)
    if (heading) {
      section = sectionOf(file, groups, heading, (zh, en) => report(number, zh, en))
      lines.push({ bytes: line, section, set: null })
      continue
    }
    const found = section === 'unknown' ? null : assignmentOf(file, section, line, text)
    if (found === null) {
      lines.push({ bytes: line, section, set: null })
      continue
    }
    const { field, start, end } = found
    const place = `${section === null || section === 'unknown' ? '' : `${section.group}.${section.entry}.`}${field.key}`
    const { label } = field
    if (seen.has(place)) {
      report(number, `${label.zh}重复，以第一次为准`, `${label.en} is set twice; the first one counts`)
      lines.push({ bytes: line, section, set: null })
      continue
    }
    seen.add(place)
    const value = parsed(field, decodeGbk(line.subarray(start, end)))
    if (value === null) report(number, `${label.zh}：${rangeOf(field).zh}`, `${label.en}: ${rangeOf(field).en}`)
    else if (value !== '') {
      const target = section === null || section === 'unknown' ? fields : groups[section.group]?.[section.entry]
      if (target) target[field.key] = value
    }
    lines.push({ bytes: line, section, set: found })
  }
  for (const { key, countedBy, label } of file.groups) {
    const entries = groups[key]?.length ?? 0
    const line = lines.findIndex(({ set }) => set?.field.key === countedBy) + 1
    if (fields[countedBy] !== undefined && fields[countedBy] !== entries)
      report(line, `${label.zh}写明${fields[countedBy]}个，实有${entries}个`, `${label.en}: ${fields[countedBy]} counted, ${entries} found`)
    fields[countedBy] = entries
  }
  return { lines, values: { fields, groups }, problems }
}

const HEADING = /^\[\s*([A-Za-z]\w*)(?:\s+(\d{1,4}))?\s*\]$/

function sectionOf(
  file: DeviceFile,
  groups: Readonly<Record<string, FieldValues[]>>,
  [, name = '', number]: RegExpExecArray,
  report: (zh: string, en: string) => void,
): Section | 'unknown' {
  const [group, entries] = [file.groups.find(({ key }) => key === name), groups[name]]
  if (group === undefined || entries === undefined) return 'unknown'
  if (entries.length === group.max) {
    report(`${group.label.zh}最多${group.max}个`, `${group.label.en}: at most ${group.max}`)
    return 'unknown'
  }
  entries.push({})
  if (number !== undefined && Number(number) !== entries.length)
    report(`${group.label.zh}的序号应为${entries.length}`, `${group.label.en}: the number should be ${entries.length}`)
  return { group: name, entry: entries.length - 1 }
}

/** The field that a line sets, and where its value stands; null for a comment or what is not known. */
function assignmentOf(file: DeviceFile, section: Section | null, line: Uint8Array, text: string): FileLine['set'] {
  const [, before = '', key = '', equals = ''] = /^(\s*)([A-Za-z]\w*)(\s*=[ \t]*)/.exec(text) ?? []
  const fields = section === null ? file.fields : file.groups.find((group) => group.key === section.group)?.fields
  const field = fields?.find((one) => one.key === key)
  if (field === undefined) return null
  const start = before.length + key.length + equals.length
  let end = line.length
  while (end > start && isBlank(line[end - 1])) end--
  return { field, start, end }
}

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d

/** Lines with their ends; LF is no part of a GBK character. */
function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = []
  for (let start = 0; start < bytes.length;) {
    const feed = bytes.indexOf(0x0a, start)
    const end = feed === -1 ? bytes.length : feed + 1
    lines.push(bytes.subarray(start, end))
    start = end
  }
  return lines
}

/** The line as characters of one byte each, without its end: places in it are places in the bytes. */
function textOf(line: Uint8Array): string {
  let text = ''
  for (const byte of line) text += String.fromCharCode(byte)
  return text.replace(/[\r\n]+$/, '')
}

/** The value of a text; '' for an empty one that may be; null if it is not permitted. */
export function parsed(field: DeviceField, text: string): ParameterValue | null {
  if (text === '') return field.optional === true ? '' : null
  const isText = field.content.type === 'text' || field.content.type === 'period'
  if (!isText && !/^[+-]?\d{1,12}(\.\d{1,9})?$/.test(text)) return null
  const value = isText ? text : Number(text)
  return isPermitted(field, value) ? value : null
}
