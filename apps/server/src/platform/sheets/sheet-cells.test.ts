import { utils, write } from '@e965/xlsx'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { cellsOf } from './sheet-cells.ts'

/** A sheet of so many rows and columns of numbers. */
const numbers = (rows: number, columns: number): number[][] =>
  Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_cell, i) => row * i))
const xlsxOf = (data: number[][]) => writeXlsx({ sheets: [{ name: 'x', rows: data }] })
const xlsOf = (data: number[][]): Uint8Array => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(data), 'x')
  return new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer)
}

test('[L5] both kinds of sheets are read unchanged, up to the import limit', async () => {
  for (const content of [await xlsxOf(numbers(1_020, 62)), xlsOf(numbers(1_020, 62))]) {
    const cells = await cellsOf(content)
    expect(cells).toHaveLength(1_002)
    expect(cells[7]).toEqual(numbers(8, 60)[7])
  }
}, 60_000)

test('[L5] F34 a sheet that unpacks to more than the limit is refused with what to do', async () => {
  const large = await xlsxOf(numbers(5_000, 150))
  await expect(cellsOf(large)).rejects.toMatchObject({
    code: 'sheet-unreadable',
    text: { zh: expect.stringContaining('不能超过 10 MB') as string, en: expect.stringContaining('may have 10 MB') as string },
  })
}, 60_000)

test('[L5] while sheets are read the event loop goes on, also with more of them than threads, and a flood is refused', async () => {
  const content = xlsOf(numbers(60, 20))
  let turns = 0
  const ticking = setInterval(() => (turns += 1), 5)
  const read = await Promise.allSettled(Array.from({ length: 16 }, () => cellsOf(content)))
  clearInterval(ticking)
  expect(read.filter(({ status }) => status === 'fulfilled')).toHaveLength(12)
  expect(read.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'too-many-requests' } })
  // The loop turned while all of them were read.
  expect(turns).toBeGreaterThan(12)
  expect(await cellsOf(content)).toHaveLength(60)
}, 60_000)
