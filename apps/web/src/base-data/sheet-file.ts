import { MAX_TABLE_BYTES } from '@tanker/contract/base-data/levels-field'
import type { Text } from '@tanker/domain/texts/text'

const WORDS = {
  noFile: { zh: '请选择要导入的表格文件', en: 'Please choose the spreadsheet to import' },
  oneFile: { zh: '一次只能导入一个 .xlsx 或 .xls 文件', en: 'Only one .xlsx or .xls file can be imported at a time' },
  emptyFile: { zh: '文件为空，请选择其他文件', en: 'The file is empty, please choose another' },
  notTxt: { zh: '罐容表只能是 .txt 文件。', en: 'The tank table must be a .txt file.' },
  tooLarge: { zh: '罐容表文件不能超过 1 MB。', en: 'The table file must not be larger than 1 MB.' },
} as const

type Chosen = Pick<File, 'name' | 'size'>

/** What is wrong with the files chosen for an import (spec 5.2); null for one spreadsheet with something in it. */
export const sheetProblem = (chosen: readonly Chosen[]): Text | null => {
  const [file] = chosen
  if (!file) return WORDS.noFile
  if (chosen.length > 1 || !/\.xlsx?$/i.test(file.name)) return WORDS.oneFile
  return file.size === 0 ? WORDS.emptyFile : null
}

/** What is wrong with a file chosen as a tank table (spec 5.3), before it is read; null where nothing is. */
export const tableFileProblem = ({ name, size }: Chosen): Text | null => {
  if (!/\.txt$/i.test(name)) return WORDS.notTxt
  return size > MAX_TABLE_BYTES ? WORDS.tooLarge : null
}
