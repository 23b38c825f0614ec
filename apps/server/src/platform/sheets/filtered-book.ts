import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'
import { type AsyncFlateStreamHandler, Unzip, Zip, type ZipInputFile } from 'fflate'
import { rangeRef, writeXlsxStream, XLSX_MAX_ROWS_PER_SHEET, type XlsxStreamRow, type XlsxWriteStreamOptions } from 'hucre/xlsx'

/** Bytes of an archive that wait for their reader. */
const MAX_WAITING_BYTES = 256 * 1024

const END_OF_ROWS = '</sheetData>'
const END_OF_SHEET = `${END_OF_ROWS}</worksheet>`
const END_OF_SHEETS = '</sheets>'

type Options = Omit<XlsxWriteStreamOptions, 'compress' | 'columns'> & {
  readonly columns: NonNullable<XlsxWriteStreamOptions['columns']>
  /** Rows written so far that the filter covers: those below the header, without totals and notes. */
  readonly filteredRows: () => number
}

/**
 * A workbook whose header row has the buttons of a filter, written while it is read. The library writes no filter while it streams:
 * it writes the parts uncompressed, the filter is added at the end of each sheet and to the names of the workbook, and the parts are
 * compressed here, outside the event loop.
 */
export function filteredBook(rows: AsyncIterable<XlsxStreamRow>, { filteredRows, ...options }: Options): Readable {
  const perSheet = (options.maxRowsPerSheet ?? XLSX_MAX_ROWS_PER_SHEET) - 1
  const rangeOf = (sheet: number): string | null => {
    const count = Math.min(perSheet, filteredRows() - sheet * perSheet)
    return count < 1 ? null : rangeRef(0, 0, count, options.columns.length - 1)
  }
  const book = writeXlsxStream(rows, { ...options, compress: false })
  return Readable.from(compressed(book as unknown as AsyncIterable<Uint8Array>, rangeOf), {
    objectMode: false,
    highWaterMark: MAX_WAITING_BYTES,
  })
}

type Piece = { readonly part: Part; readonly data: Uint8Array; readonly isLast: boolean }

async function* compressed(book: AsyncIterable<Uint8Array>, rangeOf: (sheet: number) => string | null): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const pieces: Piece[] = []
  let current: Part | null = null
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  const unzip = new Unzip((file) => {
    const part = new Part(file.name, rangeOf)
    file.ondata = (error, data, isLast) => {
      if (error) throw error
      pieces.push({ part, data, isLast })
    }
    file.start()
  })
  const written = async (): Promise<Uint8Array[]> => {
    for (const { part, data, isLast } of pieces.splice(0)) {
      if (part !== current) zip.add(part)
      current = part
      await part.write(data, isLast)
    }
    return ready.splice(0)
  }
  try {
    for await (const chunk of book) {
      unzip.push(chunk)
      yield* await written()
    }
    unzip.push(new Uint8Array(), true)
    yield* await written()
    zip.end()
    yield* ready
  } finally {
    ;(current as Part | null)?.stop()
  }
}

/** One part of the workbook on its way from the library's archive into the compressed one. */
class Part implements ZipInputFile {
  readonly filename: string
  readonly compression = 8
  crc = 0
  size = 0
  declare ondata?: AsyncFlateStreamHandler
  readonly #sheet: number | null
  readonly #rangeOf: (sheet: number) => string | null
  readonly #deflate: DeflateRaw = createDeflateRaw()
  /** The end of what came, which may have to be changed: of a sheet its last tags, of the workbook all of it. */
  #held = Buffer.alloc(0)

  constructor(filename: string, rangeOf: (sheet: number) => string | null) {
    this.filename = filename
    const number = /^xl\/worksheets\/sheet(\d+)\.xml$/.exec(filename)?.[1]
    this.#sheet = number === undefined ? null : Number(number) - 1
    this.#rangeOf = rangeOf
    this.#deflate.on('data', (chunk: Buffer<ArrayBuffer>) => this.ondata?.(null, chunk, false))
  }

  async write(data: Uint8Array, isLast: boolean): Promise<void> {
    const all = Buffer.concat([this.#held, data])
    const held = this.filename === 'xl/workbook.xml' ? all.length : this.#sheet === null ? 0 : Math.min(all.length, END_OF_SHEET.length)
    this.#held = all.subarray(all.length - held)
    await this.#deflated(all.subarray(0, all.length - held))
    if (!isLast) return
    await this.#deflated(this.#ending())
    this.#deflate.end()
    await finished(this.#deflate)
    this.ondata?.(null, new Uint8Array(), true)
  }

  stop(): void {
    this.#deflate.destroy()
  }

  #ending(): Buffer {
    const text = this.#held.toString()
    if (this.#sheet !== null) {
      const range = this.#rangeOf(this.#sheet)
      return Buffer.from(range === null ? text : replaced(text, END_OF_ROWS, `${END_OF_ROWS}<autoFilter ref="${range}"/>`))
    }
    return this.filename === 'xl/workbook.xml'
      ? Buffer.from(replaced(text, END_OF_SHEETS, `${END_OF_SHEETS}${this.#filterNames(text)}`))
      : this.#held
  }

  /** Spreadsheet programs know the range of a filter by a hidden name of the workbook too. */
  #filterNames(workbook: string): string {
    const names = [...workbook.matchAll(/<sheet name="([^"]*)"/g)].flatMap(([, name = ''], sheet) => {
      const range = this.#rangeOf(sheet)
      if (range === null) return []
      const absolute = range.replaceAll(/([A-Z]+)(\d+)/g, '$$$1$$$2')
      return [
        `<definedName name="_xlnm._FilterDatabase" localSheetId="${sheet}" hidden="1">'${name.replaceAll(/'|&apos;/g, "''")}'!${absolute}</definedName>`,
      ]
    })
    return names.length === 0 ? '' : `<definedNames>${names.join('')}</definedNames>`
  }

  #deflated(data: Buffer): Promise<void> {
    this.crc = crc32(data, this.crc)
    this.size += data.length
    return new Promise((resolve, reject) => {
      this.#deflate.write(data, (error) => (error ? reject(error) : resolve()))
    })
  }
}

/** The library's text with one place changed; fails when a version of it writes something else. */
function replaced(text: string, place: string, by: string): string {
  if (!text.includes(place)) throw new Error(`The workbook has no ${place}`)
  return text.replace(place, () => by)
}
