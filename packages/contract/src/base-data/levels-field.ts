import type { TankTable } from '@tanker/domain/tank/tank-table'
import { readTankTable, type TableProblem, tankTableText } from '@tanker/domain/tank/tank-table-text'
import type { Text } from '@tanker/domain/texts/text'
import { type About, type Field, field, WrongValue } from './fields.ts'

/** Spec 5.3: a tank table comes as a txt file of at most 1 MB. */
export const MAX_TABLE_BYTES = 1_048_576

const NOT_TXT = new WrongValue({ zh: '只能是 .txt 文件', en: 'must be a .txt file' })
const TOO_LARGE = new WrongValue({ zh: '不能超过 1 MB', en: 'must not be larger than 1 MB' })
/** As many as a person reads at a field; the form shows them all beside it. */
const MAX_PROBLEMS_SHOWN = 3
const mark = '# '

/** A table and the file that it came from, as one value: the file's name behind a mark, then its lines. */
export const levelsValue = (fileName: string, content: string): string => `${mark}${fileName}\n${content}`

/** The parts of such a value. */
export function fileOfLevels(value: string): { readonly fileName: string; readonly content: string } {
  const end = value.indexOf('\n')
  const head = end < 0 ? value : value.slice(0, end)
  return head.startsWith(mark)
    ? { fileName: head.slice(mark.length).trim(), content: end < 0 ? '' : value.slice(end + 1) }
    : { fileName: '', content: value }
}

/** The table of a value that the field has read; empty for one that it would not take. */
export function tableOfLevels(value: string): TankTable {
  const read = readTankTable(fileOfLevels(value).content)
  return 'table' in read ? read.table : { levelsMm: [], volumesL: [] }
}

/** Problems as the words that follow a label, each with the line of the file. */
export function problemWords(problems: readonly TableProblem[], line: (at: number) => Text = lineOfFile): Text {
  const shown = problems.slice(0, MAX_PROBLEMS_SHOWN).map((problem) => {
    const at = problem.line === 0 ? { zh: '', en: '' } : line(problem.line)
    return { zh: `${at.zh}${problem.zh}`, en: `${at.en}${problem.en}` }
  })
  const more = problems.length - shown.length
  return {
    zh: shown.map(({ zh }) => zh).join('；') + (more > 0 ? `；另有 ${more} 处` : ''),
    en: shown.map(({ en }) => en).join('; ') + (more > 0 ? `; and ${more} more` : ''),
  }
}

const lineOfFile = (line: number): Text => ({ zh: `第 ${line} 行：`, en: `line ${line}: ` })

const ABOUT: About = {
  label: { zh: '罐容表文件', en: 'Table file' },
  hint: { zh: 'txt，不超过 1 MB；每行“液位(mm) 容积(L)”', en: 'txt, at most 1 MB; one level (mm) and volume (L) per line' },
  required: true,
}

/** A level–volume table from a txt file: mm and litres, kept to a hundredth. Not empty. */
export const levelsField = (example: string): Field<string> =>
  // Required, so the value for an empty field is never used.
  field<string>(
    'levels',
    { ...ABOUT, example },
    '',
    (value) => {
      const { fileName, content } = fileOfLevels(value)
      if (content.length > MAX_TABLE_BYTES) return TOO_LARGE
      if (!/^.{1,116}\.txt$/i.test(fileName)) return NOT_TXT
      const read = readTankTable(content)
      if ('problems' in read) return new WrongValue(problemWords(read.problems))
      const hundredth = (litres: number): number => Math.round(litres * 100) / 100
      return levelsValue(
        fileName,
        tankTableText({ levelsMm: read.table.levelsMm.map(hundredth), volumesL: read.table.volumesL.map(hundredth) }),
      )
    },
    { maxLength: MAX_TABLE_BYTES + 200, words: wordsOf },
  )

function wordsOf(value: string): Text {
  const { levelsMm, volumesL } = tableOfLevels(value)
  const { fileName } = fileOfLevels(value)
  const to = `${levelsMm.at(-1) ?? 0} mm, ${volumesL.at(-1) ?? 0} L`
  return { zh: `${fileName}（${levelsMm.length} 行，至 ${to}）`, en: `${fileName} (${levelsMm.length} rows, up to ${to})` }
}
