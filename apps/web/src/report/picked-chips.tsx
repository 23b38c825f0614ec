import { text } from '../platform/language.ts'
import type { Asked } from './asked.ts'
import type { Row } from './actions.ts'
import { type Picked, pickedWords } from './picked.ts'
import type { ReportView } from '@tanker/contract/report-view'

type PickedChipsProps = {
  readonly view: ReportView
  readonly asked: Asked
  readonly rows: readonly Row[]
  readonly onChange: (picked: Picked | undefined) => void
}

const remove = (label: string, value: string): string =>
  text({ zh: `取消筛选 ${label}：${value}`, en: `Remove the filter ${label}: ${value}` })

/** What was clicked in the chart, each to be taken back. */
export const PickedChips = ({ view, asked, rows, onChange }: PickedChipsProps) => {
  const words = pickedWords(view, asked.picked, rows)
  if (words.length === 0) return null
  return (
    <p className="report-picked">
      {words.map(({ name, label, value }) => (
        <button
          key={name}
          type="button"
          className="report-chip"
          aria-label={remove(label, value)}
          onClick={() => {
            const { [name]: _, ...others } = asked.picked ?? {}
            onChange(Object.keys(others).length === 0 ? undefined : others)
          }}
        >
          {text({ zh: `${label}：${value}`, en: `${label}: ${value}` })} ×
        </button>
      ))}
    </p>
  )
}
