// oxlint-disable-next-line no-restricted-imports -- finds the file that the thread loads
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { CellValue } from 'hucre/xlsx'
import { MAX_ROWS } from '@tanker/contract/integration'
import { errors } from '../http/errors.ts'

/** Maximum unpacked size of an .xlsx: ten times that of a thousand full rows. */
const MAX_UNPACKED_BYTES = 10_000_000
/** Columns read per sheet. */
const MAX_COLUMNS = 60
/** Memory limit for reading one sheet, MB. */
const MAX_READING_MB = 256
/** Time limit for reading one sheet, ms. */
const MAX_READING_MS = 30_000
/** Sheets read at a time, each in its own thread. */
const MAX_SHEETS_AT_ONCE = 2
/** Sheets waiting for a thread; each is at most as large as an upload. */
const MAX_WAITING_SHEETS = 10

/** Code of the thread. A string, so that it works in the built program as in the sources. */
const READER = `
const { parentPort, workerData: { content, isLegacy, rows, columns, xlsx, legacy } } = require('node:worker_threads')
const cut = (lines) => lines.slice(0, rows).map((line) => line.slice(0, columns))
async function read() {
  if (!isLegacy) {
    const { sheets } = await (await import(xlsx)).readXlsx(content, { sheets: [0], maxRows: rows })
    return cut(sheets[0]?.rows ?? [])
  }
  const { read, utils } = require(legacy)
  const book = read(content, { type: 'array', sheetRows: rows, sheets: 0, cellDates: true, UTC: true, dense: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  return sheet ? cut(utils.sheet_to_json(sheet, { header: 1, defval: null, raw: true, UTC: true })) : null
}
read().then((cells) => parentPort.postMessage(cells), () => parentPort.postMessage(null))
`

const packages = createRequire(import.meta.url)
let reading = 0
const waiting: (() => void)[] = []

/**
 * The cells of the first sheet of an .xlsx or legacy .xls, by rows, at most one more than the most that may be imported. Read in
 * a thread with memory and time limits, so that no file blocks others; files that are no sheet or exceed the limits are refused.
 */
export async function cellsOf(content: Uint8Array): Promise<CellValue[][]> {
  const isZip = content[0] === 0x50 && content[1] === 0x4b
  const isLegacy = content[0] === 0xd0 && content[1] === 0xcf && content[2] === 0x11 && content[3] === 0xe0
  if (!isZip && !isLegacy) throw unreadable()
  if (isZip) {
    const bytes = unpackedBytes(content)
    if (bytes === null) throw unreadable()
    if (bytes > MAX_UNPACKED_BYTES) throw tooLarge()
  }
  if (reading >= MAX_SHEETS_AT_ONCE) {
    if (waiting.length >= MAX_WAITING_SHEETS) throw errors.tooManyRequests()
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else reading += 1
  try {
    return await inThread(content, isLegacy)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else reading -= 1
  }
}

function inThread(content: Uint8Array, isLegacy: boolean): Promise<CellValue[][]> {
  const worker = new Worker(READER, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: MAX_READING_MB },
    workerData: {
      content,
      isLegacy,
      rows: MAX_ROWS + 2,
      columns: MAX_COLUMNS,
      xlsx: pathToFileURL(packages.resolve('hucre/xlsx')).href,
      legacy: packages.resolve('@e965/xlsx'),
    },
    // The thread needs none of the server's loaders or secrets.
    execArgv: [],
    env: {},
  })
  return new Promise<CellValue[][]>((resolve, reject) => {
    const late = setTimeout(() => reject(tooLarge()), MAX_READING_MS)
    worker.once('message', (cells: CellValue[][] | null) => (cells === null ? reject(unreadable()) : resolve(cells)))
    // Out of memory or a reader error: caused by the file either way.
    worker.once('error', () => reject(tooLarge()))
    worker.once('exit', () => {
      clearTimeout(late)
      reject(unreadable())
    })
  }).finally(() => void worker.terminate())
}

const unreadable = () =>
  errors.sheetUnreadable({
    zh: '无法读取该文件，请使用 .xlsx 或 .xls 表格。',
    en: 'The file cannot be read. Please use an .xlsx or .xls spreadsheet.',
  })

const tooLarge = () =>
  errors.sheetUnreadable({
    zh: `表格过大，解压后不能超过 ${MAX_UNPACKED_BYTES / 1_000_000} MB。请只保留要导入的行，去掉图片和多余的工作表后重试。`,
    en: `The spreadsheet is too large: unpacked it may have ${MAX_UNPACKED_BYTES / 1_000_000} MB. Please keep only the rows to import, without pictures and other sheets.`,
  })

/** Unpacked size by the zip's directory; null without a directory. */
function unpackedBytes(zip: Uint8Array): number | null {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  try {
    let end = zip.byteLength - 22
    while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1
    if (end < 0) return null
    let at = view.getUint32(end + 16, true)
    let sum = 0
    for (let entries = view.getUint16(end + 10, true); entries > 0; entries -= 1) {
      sum += view.getUint32(at + 24, true)
      at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    }
    return sum
  } catch {
    // The directory points outside the file.
    return null
  }
}
