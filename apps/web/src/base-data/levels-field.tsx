import { type Field, type FieldValue, WrongValue } from '@tanker/contract/base-data/fields'
import { fileOfLevels, levelsValue } from '@tanker/contract/base-data/levels-field'
import { readTankTable } from '@tanker/domain/tank/tank-table-text'
import { lazy, Suspense, useId, useMemo, useState } from 'react'
import { text } from '../platform/language.ts'
import { tableFileProblem } from './sheet-file.ts'

const LevelsCurve = lazy(() => import('./levels-curve.tsx').then((module) => ({ default: module.LevelsCurve })))

const WORDS = {
  choose: { zh: '选择文件', en: 'Choose a file' },
  none: { zh: '未选择文件', en: 'No file chosen' },
  line: { zh: '行', en: 'Line' },
  problem: { zh: '问题', en: 'Problem' },
  wrong: { zh: '请修改文件后重新选择：', en: 'Please correct the file and choose it again:' },
} as const

type LevelsFieldProps = {
  readonly id: string
  readonly field: Field
  readonly value: FieldValue
  readonly problem: string | undefined
  readonly onChange: (value: FieldValue) => void
}

/** Spec 5.3: a txt file with level and volume a line; its curve before it is saved, or every line that is wrong. */
export const LevelsField = ({ id, field, value, problem, onChange }: LevelsFieldProps) => {
  const own = useId()
  const [refused, setRefused] = useState('')
  const held = String(value ?? '')
  const { fileName, content } = useMemo(() => fileOfLevels(held), [held])
  const read = useMemo(() => (held === '' ? null : readTankTable(content)), [held, content])

  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return
    const wrong = tableFileProblem(file)
    setRefused(wrong ? text(wrong) : '')
    if (wrong) return
    const given = levelsValue(file.name, await file.text())
    const taken = field.read(given)
    // As it will be kept; what is wrong stays as it is, so that its lines are those of the file.
    onChange(taken instanceof WrongValue ? given : taken)
  }

  return (
    <div className="levels-field">
      <span className="levels-file">
        <input
          id={id}
          className="levels-input"
          type="file"
          accept=".txt,text/plain"
          aria-label={text(field.label)}
          aria-required={field.required}
          aria-invalid={problem !== undefined || refused !== ''}
          aria-describedby={`${id}-error ${own}-name ${own}-refused`}
          onChange={({ target }) => {
            void take(target.files?.[0])
            // The same file, mended, may be chosen again.
            target.value = ''
          }}
        />
        <label className="button" htmlFor={id} aria-hidden="true">
          {text(WORDS.choose)}
        </label>
        <span id={`${own}-name`} className="levels-name">
          {fileName === '' ? text(WORDS.none) : fileName}
        </span>
      </span>
      <p id={`${own}-refused`} className="field-problem" {...(refused === '' ? {} : { role: 'alert' })}>
        {refused}
      </p>
      {read && 'table' in read && (
        <Suspense>
          <LevelsCurve value={held} />
        </Suspense>
      )}
      {read && 'problems' in read && (
        <div className="entity-wrong-rows" tabIndex={0} role="group" aria-label={text(WORDS.wrong)}>
          <table>
            <caption>{text(WORDS.wrong)}</caption>
            <thead>
              <tr>
                <th scope="col">{text(WORDS.line)}</th>
                <th scope="col">{text(WORDS.problem)}</th>
              </tr>
            </thead>
            <tbody>
              {read.problems.map(({ line, ...words }) => (
                <tr key={`${line} ${words.en}`}>
                  <td>{line === 0 ? '–' : line}</td>
                  <td>{text(words)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
