import { MAX_SENT_PARAMETERS } from '@tanker/contract/terminal-parameters'
import type { Text } from '@tanker/domain/texts/text'
import type { ParameterValue } from '@tanker/parameters/define-parameter'
import { SENDABLE_PARAMETERS, sendProblems } from '@tanker/parameters/sendable-parameters'
import { useId } from 'react'
import { text } from '../../platform/language.ts'
import { ChoiceField } from '../../platform/ui/choice-field.tsx'
import './parameter-files.css'
import { ParameterField } from './parameter-field.tsx'

const WORDS = {
  add: { zh: '添加参数', en: 'Add a parameter' },
  chooseParameter: { zh: '请选择参数', en: 'Choose a parameter' },
  remove: { zh: '移除', en: 'Remove' },
  needsParameters: { zh: '请添加参数。', en: 'Please add at least one parameter.' },
} as const

const PARAMETERS = SENDABLE_PARAMETERS.flatMap(({ parameters }) => parameters)
const choicesOf = () =>
  SENDABLE_PARAMETERS.map(({ key, label, parameters }) => ({
    value: key,
    label: text(label),
    children: parameters.map((one) => ({ value: String(one.id), label: text(one.label) })),
  }))

/** Terminal parameters by their number, as typed; undefined while a field is empty. */
export type TypedValues = Readonly<Record<string, ParameterValue | undefined>>

const chosenIn = (values: TypedValues) => PARAMETERS.filter(({ id }) => String(id) in values)
const problemOf = (values: TypedValues, id: number): Text | null => sendProblems({ [id]: values[id] ?? '' })[0] ?? null

/** The first thing that is wrong with them; null: they can be sent. */
export function problemWith(values: TypedValues): Text | null {
  const chosen = chosenIn(values)
  if (chosen.length === 0) return WORDS.needsParameters
  return chosen.map(({ id }) => problemOf(values, id)).find((problem) => problem !== null) ?? null
}

type ChosenParametersProps = {
  readonly values: TypedValues
  /** Says below each field what is wrong with it. */
  readonly isTried: boolean
  readonly onChange: (values: TypedValues) => void
}

/** Parameters that are picked from the catalogue, each with a field for its value. */
export const ChosenParameters = ({ values, isTried, onChange: setValues }: ChosenParametersProps) => {
  const id = useId()
  const chosen = chosenIn(values)
  return (
    <>
      <label htmlFor={id} className="parameter-reason">
        {text(WORDS.add)}
      </label>
      <ChoiceField<string>
        id={id}
        label={text(WORDS.add)}
        choices={choicesOf()}
        value={[]}
        openLevels={2}
        placeholder={text(WORDS.chooseParameter)}
        disabled={chosen.length >= MAX_SENT_PARAMETERS}
        onChange={([picked]) => {
          const parameter = PARAMETERS.find((one) => String(one.id) === picked)
          if (parameter && !(String(parameter.id) in values)) setValues({ ...values, [parameter.id]: parameter.default })
        }}
      />
      <div className="parameter-fields">
        {chosen.map((parameter) => (
          <div key={parameter.id} className="parameter-chosen">
            <ParameterField
              field={{ ...parameter, settable: true }}
              value={values[parameter.id]}
              isChanged={false}
              note=""
              problem={isTried ? problemOf(values, parameter.id) : null}
              isKept={false}
              onChange={(value) => setValues({ ...values, [parameter.id]: value })}
            />
            <button
              type="button"
              className="button"
              onClick={() => setValues(Object.fromEntries(Object.entries(values).filter(([id]) => id !== String(parameter.id))))}
            >
              {text(WORDS.remove)}
            </button>
          </div>
        ))}
      </div>
    </>
  )
}
