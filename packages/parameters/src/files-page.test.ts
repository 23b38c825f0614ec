import { expect, test } from 'vitest'
import { rangeOf } from './check-file-values.ts'
import type { DeviceField, DeviceFile } from './define-device-file.ts'
import { DEVICE_FILES } from './device-files.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|')

const UNITLESS = { count: 'a count', number: 'a number', address: 'an address', ratio: 'a ratio', raw: 'a raw value' } as const

/** What a field takes: its range, its choices or its bits. */
function takes(field: DeviceField): string {
  const { content, unit, unitless } = field
  if (content.type === 'choice') {
    const all = content.choices.map(({ value, text }) => (text.en.startsWith(`${value} `) ? text.en : `${value} ${text.en}`))
    return all.join('; ')
  }
  if (content.type === 'bits') return `bits ${content.bits.map(({ value, text }) => `${value} ${text.en}`).join('; ')}`
  return unit === undefined && unitless ? `${UNITLESS[unitless]}, ${rangeOf(field).en}` : rangeOf(field).en
}

const marks = ({ settable, optional, own, content, formMax }: DeviceField): string =>
  [
    ...(settable ? [] : ['read only']),
    ...(optional ? ['may be empty'] : []),
    ...(own ? ['of this truck'] : []),
    ...(content.type === 'text' && content.secret ? ['secret'] : []),
    ...(formMax ? [`staff enter at most ${formMax.staff}, customers ${formMax.customer}`] : []),
  ].join(', ')

const table = (fields: readonly DeviceField[]): readonly string[] => [
  '| field | name | 名称 | takes | default | |',
  '|---|---|---|---|---|---|',
  ...fields.map(
    (field) =>
      `| \`${field.key}\` | ${cell(field.label.en)} | ${cell(field.label.zh)} | ${cell(takes(field))} | ${field.default ?? ''} | ${marks(field)} |`,
  ),
  '',
]

function page(file: DeviceFile): readonly string[] {
  return [
    `## ${file.name}: ${file.title.en}`,
    '',
    `File ${file.number}, ${file.forCustomers ? 'for staff and customers' : 'for staff'}. ${file.about.en}`,
    '',
    ...(file.fields.length > 0 ? table(file.fields) : []),
    ...file.groups.flatMap(({ key, label, max, countedBy, fields }) => [
      `\`[${key} n]\`: ${label.en}, at most ${max}, counted by \`${countedBy}\`.`,
      '',
      ...table(fields),
    ]),
    ...(file.rules.length > 0 ? ['Refused:', '', ...new Set(file.rules.map(({ text }) => `- ${text.en}.`)), ''] : []),
  ]
}

const HEAD = [
  '# Parameter files',
  '',
  'The files 1 to 11 of a console and its controller, from the catalogue in `packages/parameters/src/device-files`. Their text form and how',
  'they are read and written stand in [tanker-extension.md](tanker-extension.md). This page is written by the test `files-page.test.ts`:',
  '`npm test -- files-page -u` after a change of the catalogue.',
  '',
  'Fields “of this truck” stay as they are when a file is copied to other trucks. A “secret” is never shown.',
  '',
]

test('the page of the parameter files says what the catalogue says', async () => {
  const text = [...HEAD, ...DEVICE_FILES.flatMap(page)].join('\n')
  await expect(`${text.trimEnd()}\n`).toMatchFileSnapshot('../../../docs/parameter-files.md')
})
