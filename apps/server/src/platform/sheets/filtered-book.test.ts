import { read, type WorkBook } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { filteredBook } from './filtered-book.ts'

type Book = WorkBook & { readonly files: Readonly<Record<string, { readonly content: Uint8Array }>> }

/** A book of `count` rows and two lines below them. */
async function bookOf(count: number, name: string, maxRowsPerSheet?: number): Promise<Book> {
  let written = 0
  const rows = async function* () {
    for (; written < count;) {
      written += 1
      yield [`row ${written} </sheetData></worksheet> PK`, written]
    }
    yield []
    yield ['Total', (count * (count + 1)) / 2]
  }
  const book = filteredBook(rows(), {
    name,
    columns: [{ header: 'Text' }, { header: 'Number', numFmt: '#,##0' }],
    filteredRows: () => written,
    ...(maxRowsPerSheet === undefined ? {} : { maxRowsPerSheet }),
  })
  const chunks: Buffer[] = []
  for await (const chunk of book) chunks.push(chunk as Buffer)
  return read(Buffer.concat(chunks), { bookFiles: true }) as Book
}

const rangesOf = (book: WorkBook): (string | undefined)[] => book.SheetNames.map((name) => book.Sheets[name]?.['!autofilter']?.ref)

test('every row of a long book arrives, compressed, and the filter covers those above the totals', async () => {
  const book = await bookOf(20_000, 'All')
  const sheet = book.Sheets['All']
  expect(sheet?.['A20001']?.v).toBe('row 20000 </sheetData></worksheet> PK')
  expect(sheet?.['B20003']?.v).toBe(200_010_000)
  expect(rangesOf(book)).toEqual(['A1:B20001'])
})

test('a book of several sheets has a filter on each that has rows, under its own name', async () => {
  const book = await bookOf(7, `Driver's "A&B"`, 5)
  expect(rangesOf(book)).toEqual(['A1:B5', 'A1:B4', undefined])
  const names = Buffer.from(book.files['xl/workbook.xml']?.content ?? []).toString()
  expect(
    [...names.matchAll(/<definedName name="_xlnm._FilterDatabase" localSheetId="(\d)" hidden="1">([^<]*)</g)].map((found) =>
      found.slice(1),
    ),
  ).toEqual([
    ['0', `'Driver''s &quot;A&amp;B&quot;'!$A$1:$B$5`],
    ['1', `'Driver''s &quot;A&amp;B&quot;_2'!$A$1:$B$4`],
  ])
})

test('a failing source fails the file, and a reader that stops ends the source', async () => {
  const broken = filteredBook(
    (async function* () {
      yield ['a']
      throw new Error('gone')
    })(),
    { name: 'x', columns: [{ header: 'A' }], filteredRows: () => 1 },
  )
  await expect(broken.toArray()).rejects.toThrow('gone')
  let isOver = false
  const endless = filteredBook(
    (async function* () {
      try {
        for (;;) yield [Math.random()]
      } finally {
        isOver = true
      }
    })(),
    { name: 'x', columns: [{ header: 'A' }], filteredRows: () => 1 },
  )
  for await (const chunk of endless) if ((chunk as Buffer).length > 0) break
  await expect.poll(() => isOver).toBe(true)
})
