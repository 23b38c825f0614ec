import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ellipticTable } from './tank-table.ts'
import { MAX_TABLE_ROWS, misfitsOf, readTankTable, tankTableText } from './tank-table-text.ts'

const tank = { halfWidthM: 1.2, halfHeightM: 0.9, lengthM: 2.7 }
const oval = ellipticTable(tank, 10)
const size = { capacityL: 9_160, tankHeightMm: 1_800 }
const problemsOf = (text: string) => {
  const read = readTankTable(text)
  return 'problems' in read ? read.problems : []
}

test.each([
  ['commas', '0,0\n10,6.43\n20,18.15'],
  ['commas and blanks, as a spreadsheet writes them', '0 , 0\r\n10 , 6.43\r\n20 , 18.15\r\n'],
  ['tabs', '0\t0\n10\t6.43\n20\t18.15'],
  ['blanks', '  0   0\n 10   6.43\n 20  18.15'],
  ['a heading, a remark, empty lines and the mark of UTF-8', '\uFEFFlevel_mm volume_L\n# 一仓\n\n0 0\n10 6.43\n\n20 18.15\n'],
])('[5.3-05] a tank table separated by %s is read', (_, text) => {
  expect(readTankTable(text)).toMatchObject({ table: { levelsMm: [0, 10, 20], volumesL: [0, 6.43, 18.15] } })
})

test.each([
  ['a word for a number', '0,0\n10,x6\n20,18', 2, '“x6”不是数字'],
  ['a column too many', '0,0\n10,6\n20,18,3', 3, '应为“液位 容积”两列，实为 3 列'],
  ['a column too few', '0,0\n10\n20,18', 2, '应为“液位 容积”两列，实为 1 列'],
  ['a level given twice', '0,0\n10,6\n10,7', 3, '液位 10 mm 与第 2 行重复'],
  ['a level that falls', '0,0\n\n20,6\n10,7', 4, '液位 10 mm 低于上一行的 20 mm'],
  ['a volume that falls', '# x\n0,0\n10,6\n20,5', 4, '容积 5 L 小于上一行的 6 L'],
  ['a level below the bottom', '-1,0\n10,6', 1, '液位 -1 应为 0 到 20000 mm'],
  ['a number as a program writes it', '0,0\n10,1e3', 2, '“1e3”不是数字'],
])('[5.3-05] of a tank table with %s the line is named', (_, text, line, zh) => {
  expect(problemsOf(text)).toContainEqual(expect.objectContaining({ line, zh }))
})

test('a tank table needs two rows and has no more than five thousand', () => {
  expect(problemsOf('')).toMatchObject([{ line: 0, en: 'needs at least 2 rows and has 0' }])
  expect(problemsOf('0,0')).toMatchObject([{ line: 0, en: 'needs at least 2 rows and has 1' }])
  const long = Array.from({ length: MAX_TABLE_ROWS + 1 }, (__, row) => `${row},${row}`).join('\n')
  expect(problemsOf(long)).toMatchObject([{ line: 0, en: 'may have 5000 rows and has 5001' }])
})

test('a file full of mistakes shows the first twenty', () => {
  expect(problemsOf('0,0\n' + 'x,y\n'.repeat(100))).toHaveLength(20)
})

test('what is written of any table is read back as the same table', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 90_000 })), { minLength: 2, maxLength: 60 })
  fc.assert(
    fc.property(steps, (rises) => {
      let levelMm = 0
      let centilitres = 0
      const table = { levelsMm: [] as number[], volumesL: [] as number[] }
      for (const [mm, cl] of rises) {
        table.levelsMm.push((levelMm += mm) / 2)
        table.volumesL.push((centilitres += cl) / 100)
      }
      fc.pre(levelMm / 2 <= 20_000 && centilitres / 100 <= 1_000_000)
      expect(readTankTable(tankTableText(table))).toMatchObject({ table })
    }),
  )
})

test('the table of an oval tank fits it', () => {
  expect(misfitsOf(oval, size)).toEqual([])
})

test.each([
  ['higher than the tank', oval, { ...size, tankHeightMm: 1_700 }, 181, 'level 1800 mm is above the tank height of 1700 mm'],
  ['of more than the tank holds', oval, { ...size, capacityL: 8_000 }, 181, 'is more than the capacity of 8000 L'],
  ['of a much smaller tank', oval, { ...size, capacityL: 20_000 }, 181, 'is far below the capacity of 20000 L'],
  [
    'with a row whose comma slipped',
    { levelsMm: [0, 900, 910, 1_800], volumesL: [0, 4_500, 9_000, 9_100] },
    size,
    3,
    'rises by 450.0 L per mm, and this tank by 20.4 L at most',
  ],
])('a table %s does not fit', (_, table, of, line, words) => {
  expect(misfitsOf(table, of)).toContainEqual(expect.objectContaining({ line, en: expect.stringContaining(words) }))
})

test('a misfit names the line of the file, not the number of the row', () => {
  const read = readTankTable('# table\nlevel volume\n\n0 0\n900 4500\n910 9000\n1800 9100')
  expect('table' in read && misfitsOf(read.table, size, read.lines).map(({ line }) => line)).toEqual([6])
})
