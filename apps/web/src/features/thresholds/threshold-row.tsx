import { thresholdText } from '@tanker/domain/thresholds/check-value'
import { THRESHOLD_UNITS, type Threshold } from '@tanker/domain/thresholds/threshold'
import { useId } from 'react'
import { text } from '../../platform/language.ts'
import { editProblem, type OwnThreshold, sourceText } from './threshold-edits.ts'

const WORDS = {
  unchanged: { zh: '不变', en: 'Unchanged' },
  inherits: { zh: '恢复继承', en: 'Inherits again' },
  inherit: { zh: '继承', en: 'Inherit' },
} as const

type Props = {
  readonly threshold: Threshold
  /** Of a single owner; undefined for several. */
  readonly known: OwnThreshold | undefined
  /** What was typed; undefined while the value was not touched. */
  readonly typed: string | undefined
  readonly onType: (typed: string) => void
}

/** One threshold: its value, where it comes from, and a button by which it inherits again. */
export const ThresholdRow = ({ threshold, known, typed, onType }: Props) => {
  const id = useId()
  const { label, hint, unit, choices, min, max } = threshold
  const shown = typed ?? (known === undefined || known.own === null ? '' : String(known.own))
  const problem = typed === undefined ? null : editProblem(threshold, typed)
  const inherited = known === undefined ? text(typed === '' ? WORDS.inherits : WORDS.unchanged) : String(known.inherited)
  const canInherit = known === undefined ? typed !== '' : shown !== ''
  const described = [`${id}-source`, ...(problem === null ? [] : [`${id}-problem`])].join(' ')
  return (
    <div className="threshold-row" data-edited={typed !== undefined || undefined}>
      <label htmlFor={id}>
        {text(label)}
        {hint && <small>{text(hint)}</small>}
      </label>
      <span className="threshold-value">
        {choices === undefined ? (
          <input
            id={id}
            className="field"
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            placeholder={inherited}
            aria-invalid={problem !== null}
            aria-describedby={described}
            title={`${text(thresholdText(threshold, min))} – ${text(thresholdText(threshold, max))}`}
            value={shown}
            onChange={({ target }) => onType(target.value.trim())}
          />
        ) : (
          <select id={id} className="field" aria-describedby={described} value={shown} onChange={({ target }) => onType(target.value)}>
            <option value="">{known === undefined ? inherited : text(thresholdText(threshold, known.inherited))}</option>
            {choices.map(({ value, text: words }) => (
              <option key={value} value={String(value)}>
                {text(words)}
              </option>
            ))}
          </select>
        )}
        <span className="threshold-unit">{text(THRESHOLD_UNITS[unit].text)}</span>
        <button type="button" className="button threshold-inherit" disabled={!canInherit} onClick={() => onType('')}>
          {text(WORDS.inherit)}
        </button>
      </span>
      <span id={`${id}-source`} className="threshold-source">
        {known !== undefined && sourceText(threshold, known)}
      </span>
      {problem !== null && (
        <p id={`${id}-problem`} role="alert" className="field-problem">
          {problem}
        </p>
      )}
    </div>
  )
}
