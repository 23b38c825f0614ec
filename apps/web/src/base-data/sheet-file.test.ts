import { MAX_TABLE_BYTES } from '@tanker/contract/base-data/levels-field'
import { expect, test } from 'vitest'
import { sheetProblem, tableFileProblem } from './sheet-file.ts'

const file = (name: string, size = 100) => ({ name, size })

test('[5.2-21] one xlsx or xls file is imported at a time, in any case of its ending', () => {
  for (const name of ['油站.xlsx', 'STATIONS.XLS', 'a.b.xlsx']) expect(sheetProblem([file(name)]), name).toBeNull()
  for (const name of ['油站.csv', 'xlsx', 'a.xlsx.txt', 'a.xlsm', 'a.xlsxx'])
    expect(sheetProblem([file(name)])?.zh, name).toBe('一次只能导入一个 .xlsx 或 .xls 文件')
  expect(sheetProblem([file('a.xlsx'), file('b.xlsx')])?.en).toBe('Only one .xlsx or .xls file can be imported at a time')
})

test('[5.2-22] without a file, or with an empty one, nothing is sent and the form says why', () => {
  expect(sheetProblem([])).toEqual({ zh: '请选择要导入的表格文件', en: 'Please choose the spreadsheet to import' })
  expect(sheetProblem([file('a.xlsx', 0)])).toEqual({ zh: '文件为空，请选择其他文件', en: 'The file is empty, please choose another' })
})

test('[5.3-05] [5.3-06] a tank table is a txt file of at most 1 MB', () => {
  expect([tableFileProblem(file('罐容表.TXT')), tableFileProblem(file('a.txt', MAX_TABLE_BYTES))]).toEqual([null, null])
  expect(tableFileProblem(file('a.txt', MAX_TABLE_BYTES + 1))?.zh).toBe('罐容表文件不能超过 1 MB。')
  expect(tableFileProblem(file('a.csv', MAX_TABLE_BYTES + 1))?.en).toBe('The tank table must be a .txt file.')
})
