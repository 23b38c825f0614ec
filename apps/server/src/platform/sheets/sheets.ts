import { type CellValue, rangeRef, writeXlsx } from 'hucre/xlsx'
import { characterProblem } from '@tanker/contract/input-bounds'
import { type IntegrationKind, MAX_ROWS } from '@tanker/contract/integration'
import type { Language, Text } from '@tanker/domain/texts/text'
import { errors } from '../http/errors.ts'
import { cellsOf } from './sheet-cells.ts'
import { SHEET_COLUMNS, type SheetColumn } from './sheet-columns.ts'

/** A wrong cell, by the row number shown in a spreadsheet program. */
export type CellProblem = { readonly row: number; readonly field: string; readonly text: Text }
/** Rows as the interface takes them, each with its first row in the sheet. */
export type SheetRows = {
  readonly rows: readonly Record<string, unknown>[]
  readonly firstRow: readonly number[]
  readonly problems: readonly CellProblem[]
}

/** Reads the first sheet of an .xlsx or legacy .xls as rows of a kind. */
export async function readSheet(kind: IntegrationKind, content: Uint8Array, timeZone: string): Promise<SheetRows> {
  const { lines, problems } = await readLines(SHEET_COLUMNS[kind], content, timeZone)
  return {
    ...(kind === 'slips' ? slipsOf(lines) : { rows: lines.map(({ values }) => values), firstRow: lines.map(({ row }) => row) }),
    problems,
  }
}

/** A line of a sheet with its row number, its cells by field. */
export type SheetLine = { readonly row: number; readonly values: Record<string, unknown> }

/** Reads the first sheet of an .xlsx or legacy .xls: a heading row in Chinese or English, in any order of columns, then lines. */
export async function readLines(
  columns: readonly SheetColumn[],
  content: Uint8Array,
  timeZone: string,
): Promise<{ readonly lines: readonly SheetLine[]; readonly problems: readonly CellProblem[] }> {
  const [heading, ...cells] = await cellsOf(content)
  if (cells.length > MAX_ROWS)
    throw errors.sheetUnreadable({ zh: `一次最多导入 ${MAX_ROWS} 行。`, en: `At most ${MAX_ROWS} rows can be imported at a time.` })
  const at = placesOf(columns, heading ?? [])
  const problems: CellProblem[] = []
  const lines: SheetLine[] = []
  for (const [index, line] of cells.entries()) {
    if (line.every((cell) => cell === null || cell === '')) continue
    const row = index + 2
    const values: Record<string, unknown> = {}
    for (const [position, column] of at) {
      const value = valueOf(column, line[position] ?? null, timeZone)
      if (value instanceof WrongCell) problems.push({ row, field: column.field, text: value.text })
      else if (value !== undefined) values[column.field] = value
    }
    lines.push({ row, values })
  }
  if (lines.length === 0) throw errors.sheetUnreadable({ zh: '表格中没有数据。', en: 'There are no rows in the sheet.' })
  return { lines, problems }
}

/** An empty sheet with the headings, those of required columns with an asterisk, one example row, and a second sheet that explains them. */
export const templateSheet = (kind: IntegrationKind, language: Language): Promise<Uint8Array> => templateOf(SHEET_COLUMNS[kind], language)

/** The same for any columns. */
export async function templateOf(columns: readonly SheetColumn[], language: Language): Promise<Uint8Array> {
  const said = (words: Text): string => words[language]
  const headings = columns.map(({ heading, required }) => (required ? `${heading[language]} *` : heading[language]))
  const listed = (choices: readonly Text[]): string[] => choices.map(said)
  return writeXlsx({
    sheets: [
      {
        name: said(WORDS.rows),
        columns: headings.map((header) => ({ header, key: header, width: 20 })),
        data: [Object.fromEntries(columns.map(({ example }, index) => [headings[index] ?? '', example]))],
        freezePane: { rows: 1 },
        dataValidations: columns.flatMap(({ choices = [], takesSeveral = false, required }, index) => {
          const values = listed(choices)
          // A spreadsheet takes no longer list in a cell; the second sheet has it.
          if (values.length === 0 || takesSeveral || values.join(',').length > MAX_LIST_CHARACTERS) return []
          return [
            { type: 'list' as const, values, range: rangeRef(1, index, MAX_ROWS, index), allowBlank: !required, showErrorMessage: true },
          ]
        }),
      },
      {
        name: said(WORDS.notes),
        columns: [WORDS.column, WORDS.required, WORDS.values].map((title, index) => ({
          header: said(title),
          width: [24, 12, 80][index] ?? 20,
        })),
        rows: [
          [WORDS.column, WORDS.required, WORDS.values].map(said),
          ...columns.map(({ heading, required, choices = [] }) => [
            said(heading),
            said(required ? WORDS.yes : WORDS.no),
            listed(choices).join({ zh: '、', en: ', ' }[language]),
          ]),
        ],
        freezePane: { rows: 1 },
      },
    ],
  })
}

const WORDS = {
  rows: { zh: '导入', en: 'Import' },
  notes: { zh: '填写说明', en: 'Notes' },
  column: { zh: '列', en: 'Column' },
  required: { zh: '必填', en: 'Required' },
  values: { zh: '可填的值', en: 'Values' },
  yes: { zh: '是', en: 'Yes' },
  no: { zh: '否', en: 'No' },
} as const satisfies Readonly<Record<string, Text>>

/** Characters of a list in a cell, a limit of spreadsheet programs. */
const MAX_LIST_CHARACTERS = 255

class WrongCell {
  readonly text: Text
  constructor(text: Text) {
    this.text = text
  }
}

function placesOf(columns: readonly SheetColumn[], heading: readonly CellValue[]): [number, SheetColumn][] {
  const names = heading.map((cell) => plainHeading(String(cell ?? '')))
  const found: [number, SheetColumn][] = []
  const missing: SheetColumn[] = []
  for (const column of columns) {
    const position = names.findIndex((name) => name === plainHeading(column.heading.zh) || name === plainHeading(column.heading.en))
    if (position >= 0) found.push([position, column])
    else if (column.required) missing.push(column)
  }
  if (missing.length > 0)
    throw errors.sheetUnreadable({
      zh: `表头缺少：${missing.map(({ heading: { zh } }) => zh).join('、')}。`,
      en: `The heading row lacks: ${missing.map(({ heading: { en } }) => en).join(', ')}.`,
    })
  return found
}

const plainHeading = (text: string): string => text.replace(/[\s*（）()]/g, '').toLowerCase()

/** undefined: the cell is empty and optional. */
function valueOf({ cell, heading, required }: SheetColumn, value: CellValue, timeZone: string): unknown {
  const text = value instanceof Date ? '' : String(value ?? '').trim()
  if (!(value instanceof Date) && text === '')
    return required ? new WrongCell({ zh: `请填写${heading.zh}。`, en: `"${heading.en}" is missing.` }) : undefined
  const unwritable = characterProblem(text)
  if (unwritable) return new WrongCell({ zh: `${heading.zh}${unwritable.zh}。`, en: `"${heading.en}" ${unwritable.en}.` })
  switch (cell) {
    case 'text':
      return text
    case 'day':
      return value instanceof Date ? wallClock(value).slice(0, 10) : text
    case 'number': {
      const number = typeof value === 'number' ? value : Number(text.replaceAll(',', ''))
      return text !== '' && Number.isFinite(number)
        ? number
        : new WrongCell({ zh: `${heading.zh}应为数字。`, en: `"${heading.en}" must be a number.` })
    }
    case 'time':
      return (
        timeOf(value instanceof Date ? wallClock(value) : text, timeZone) ??
        new WrongCell({
          zh: `${heading.zh}应为时间，如 2026-03-01 08:00。`,
          en: `"${heading.en}" must be a time such as 2026-03-01 08:00.`,
        })
      )
  }
}

/** A spreadsheet's date is local time without a zone; both readers return it as UTC. */
const wallClock = (date: Date): string => new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().slice(0, 19)

const TIME = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?$/

function timeOf(text: string, timeZone: string): string | null {
  const parts = TIME.exec(text)
  if (!parts) return null
  const [year, month, day, hour, minute, second] = parts.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second || 0)
  if (new Date(asUtc).getUTCDate() !== day || hour > 23 || minute > 59) return null
  return new Date(asUtc - zoneOffsetMs(asUtc, timeZone)).toISOString()
}

/** UTC offset of the zone at a time. */
function zoneOffsetMs(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - at
}

const LINE_FIELDS = ['stop', 'stationCode', 'compartment', 'oilCode', 'oilName', 'plannedV20L', 'plannedL'] as const

/** Lines with one slip number become one slip; its head is that of its first line. */
function slipsOf(read: readonly SheetLine[]): Pick<SheetRows, 'rows' | 'firstRow'> {
  const slips = new Map<unknown, { row: number; head: Record<string, unknown>; lines: Record<string, unknown>[] }>()
  for (const { row, values } of read) {
    const slip = slips.get(values['slipNo']) ?? { row, head: {}, lines: [] }
    const line: Record<string, unknown> = {}
    for (const [field, value] of Object.entries(values)) {
      if (LINE_FIELDS.some((name) => name === field)) line[field] = value
      else slip.head[field] ??= value
    }
    slip.lines.push(line)
    slips.set(values['slipNo'], slip)
  }
  return { rows: [...slips.values()].map(({ head, lines }) => ({ ...head, lines })), firstRow: [...slips.values()].map(({ row }) => row) }
}
