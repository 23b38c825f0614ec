import { parameterDriftCalls } from '@tanker/contract/endpoints/parameter-drift'
import type { ComparableContents } from '@tanker/contract/parameter-drift'
import { useId } from 'react'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { TrucksField } from '../../platform/feed/trucks-field.tsx'
import { text } from '../../platform/language.ts'
import { shownTime } from '../../platform/shown-values.ts'
import './parameter-files.css'

const WORDS = {
  content: { zh: '内容', en: 'Content' },
  now: { zh: '本车当前', en: 'This truck now' },
  'day-before': { zh: '本车24小时前', en: 'This truck 24 hours ago' },
  wanted: { zh: '本车期望值', en: 'What is wanted of this truck' },
  backup: { zh: '本车备份', en: 'A backup of this truck' },
  truck: { zh: '其他车辆当前', en: 'Another truck now' },
  library: { zh: '升级文件', en: 'An upgrade file' },
  backups: { zh: '备份', en: 'Backup' },
  files: { zh: '升级文件', en: 'Upgrade file' },
  choose: { zh: '请选择', en: 'Please choose' },
} as const

const KINDS = ['now', 'day-before', 'wanted', 'backup', 'truck', 'library'] as const

/** A content of the row's file: its kind, and which one where there are several. */
export type ChosenContent = { readonly kind: (typeof KINDS)[number]; readonly id: number | null }

/** Whether the user has said which content it is. */
export const isChosen = ({ kind, id }: ChosenContent): boolean => id !== null || !['backup', 'truck', 'library'].includes(kind)

/** What can be chosen beside the truck itself. */
export const useContents = (about: { readonly truckId: number; readonly file: number }): ComparableContents =>
  useEndpoint(parameterDriftCalls.contents, about, { purpose: 'poll', gcTime: 0, refetchOnWindowFocus: false }).data ?? {
    backups: [],
    upgradeFiles: [],
  }

type ContentChoiceProps = {
  readonly title: string
  readonly contents: ComparableContents
  readonly value: ChosenContent
  readonly onChange: (value: ChosenContent) => void
}

/** Chooses one side of a comparison. */
export const ContentChoice = ({ title, contents, value, onChange }: ContentChoiceProps) => (
  <fieldset>
    <legend>{title}</legend>
    <select
      className="field"
      aria-label={`${title}: ${text(WORDS.content)}`}
      value={value.kind}
      onChange={({ target }) => onChange({ kind: target.value as ChosenContent['kind'], id: null })}
    >
      {KINDS.map((kind) => (
        <option key={kind} value={kind}>
          {text(WORDS[kind])}
        </option>
      ))}
    </select>
    {value.kind === 'truck' && (
      <TrucksField single value={value.id === null ? [] : [value.id]} onChange={([id]) => onChange({ ...value, id: id ?? null })} />
    )}
    {value.kind === 'backup' && (
      <OneOf
        label={text(WORDS.backups)}
        value={value.id}
        choices={contents.backups.map(({ id, takenAt, takenBy }) => ({ id, name: `${shownTime(takenAt)} ${takenBy}` }))}
        onChange={(id) => onChange({ ...value, id })}
      />
    )}
    {value.kind === 'library' && (
      <OneOf
        label={text(WORDS.files)}
        value={value.id}
        choices={contents.upgradeFiles.map(({ id, description, release }) => ({ id, name: `${description} ${release}` }))}
        onChange={(id) => onChange({ ...value, id })}
      />
    )}
  </fieldset>
)

type OneOfProps = {
  readonly label: string
  readonly value: number | null
  readonly choices: readonly { readonly id: number; readonly name: string }[]
  readonly onChange: (id: number | null) => void
}

const OneOf = ({ label, value, choices, onChange }: OneOfProps) => {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="field"
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{text(WORDS.choose)}</option>
        {choices.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
    </>
  )
}
