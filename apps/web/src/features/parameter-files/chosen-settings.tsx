import type { Text } from '@tanker/domain/texts/text'
import { CAMERA_SETTINGS, cameraProblems } from '@tanker/parameters/camera-settings'
import type { ParameterValue } from '@tanker/parameters/define-parameter'
import { useId } from 'react'
import { text } from '../../platform/language.ts'
import { ChoiceField } from '../../platform/ui/choice-field.tsx'
import './parameter-files.css'
import { ParameterField } from './parameter-field.tsx'

const WORDS = {
  settings: { zh: '要修改的设置', en: 'Settings to change' },
  choose: { zh: '请选择设置', en: 'Choose settings' },
  needsSettings: { zh: '请选择要修改的设置。', en: 'Please choose at least one setting.' },
} as const

const choicesOf = () =>
  CAMERA_SETTINGS.map(({ key, label, fields }) => ({
    value: key,
    label: text(label),
    children: fields.map((field) => ({ value: field.key, label: text(field.label) })),
  }))
const FIELDS = CAMERA_SETTINGS.flatMap(({ fields }) => fields)

/** Camera settings by their keys, as typed; undefined while a field is empty. */
export type TypedSettings = Readonly<Record<string, ParameterValue | undefined>>

const problemOf = (values: TypedSettings, key: string, trucks: number): Text | null =>
  cameraProblems({ [key]: values[key] ?? '' }, trucks)[0] ?? null

/** The first thing that is wrong with them; null: they can be sent to so many trucks. */
export function problemWithSettings(values: TypedSettings, trucks: number): Text | null {
  const chosen = FIELDS.filter(({ key }) => key in values)
  if (chosen.length === 0) return WORDS.needsSettings
  return chosen.map(({ key }) => problemOf(values, key, trucks)).find((problem) => problem !== null) ?? null
}

type ChosenSettingsProps = {
  readonly values: TypedSettings
  readonly trucks: number
  /** Says below each field what is wrong with it. */
  readonly isTried: boolean
  /** The value with which a setting begins. */
  readonly initial: (key: string) => ParameterValue | undefined
  readonly onChange: (values: TypedSettings) => void
}

/** Settings that are ticked, each with a field for its value; the others stay as trucks have them. */
export const ChosenSettings = ({ values, trucks, isTried, initial, onChange: setValues }: ChosenSettingsProps) => {
  const id = useId()
  const chosen = FIELDS.filter(({ key }) => key in values)
  return (
    <>
      <label htmlFor={id} className="parameter-reason">
        {text(WORDS.settings)}
      </label>
      <ChoiceField<string>
        id={id}
        label={text(WORDS.settings)}
        choices={choicesOf()}
        value={chosen.map(({ key }) => key)}
        multiple
        byLeaf
        openLevels={2}
        namesShown={3}
        clearable
        placeholder={text(WORDS.choose)}
        onChange={(picked) => setValues(Object.fromEntries(picked.map((key) => [key, key in values ? values[key] : initial(key)])))}
      />
      <div className="parameter-fields">
        {chosen.map((field) => (
          <ParameterField
            key={field.key}
            field={field}
            value={values[field.key]}
            isChanged={false}
            note=""
            problem={isTried ? problemOf(values, field.key, trucks) : null}
            isKept={false}
            onChange={(value) => setValues({ ...values, [field.key]: value })}
          />
        ))}
      </div>
    </>
  )
}
