import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLine } from './csv-lines.ts'

describe('a line of CSV', () => {
  test('has commas between its cells and quotes where a cell needs them', () => {
    expect(csvLine(['苏A00001', 12.5, null, 'a,b', 'say "yes"', 'two\nlines'])).toBe('苏A00001,12.5,,"a,b","say ""yes""","two\nlines"\r\n')
  })

  test('makes no formula of a text, and no text of a number', () => {
    expect(csvLine(['=1+1', '+86 138', '-rm', '@sum', '\tx', -3.5, 'a=b'])).toBe("'=1+1,'+86 138,'-rm,'@sum,'\tx,-3.5,a=b\r\n")
  })

  test('is read back as it was by a reader of RFC 4180', () => {
    const cell = fc
      .oneof(fc.string({ maxLength: 12 }), fc.constantFrom('"', ',', '\n\r\n', '油,"品"', ''))
      .filter((text) => !/^[=+\-@\t\r]/.test(text))
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 8 }), (cells) => {
        expect(readLine(csvLine(cells))).toEqual(cells)
      }),
    )
  })
})

/** The cells of one line, as RFC 4180 says. */
const readLine = (line: string): string[] =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(?:,|\r\n$)/g)].map(([, cell = '']) =>
    cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
  )
