import type { Field, FieldValue } from '@tanker/contract/base-data/fields'
import Select from 'antd/es/select'
import { useMemo, useSyncExternalStore } from 'react'
import { fleetStore } from '../feed/fleet-store.ts'
import { text } from '../language.ts'
import { OrganisationTree } from '../report/organisation-tree.tsx'
import { CloseIcon } from '../ui/icons.tsx'

const CLEAR = { zh: '清除', en: 'Clear' } as const
const NONE = { zh: '无', en: 'None' } as const

type EntityFieldProps = {
  readonly id: string
  readonly field: Field
  readonly value: FieldValue
  /** A whole sentence; undefined while nothing is wrong. */
  readonly problem: string | undefined
  readonly isFirst: boolean
  readonly onChange: (value: FieldValue) => void
}

const TruckField = ({ id, field, value, problem, onChange }: EntityFieldProps) => {
  const fleet = useSyncExternalStore(
    (changed) => fleetStore.listen((positions) => positions === null && changed()),
    () => fleetStore.fleet,
  )
  const options = useMemo(
    () =>
      (fleet?.truckId ?? [])
        .map((truckId, position) => ({ value: truckId, label: fleet?.signCode[position] ?? '' }))
        .toSorted((a, b) => (a.label < b.label ? -1 : 1)),
    [fleet],
  )
  return (
    <Select<number>
      id={id}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear={{ clearIcon: <CloseIcon />, label: text(CLEAR) }}
      options={options}
      {...(value === null ? {} : { value: Number(value) })}
      placeholder={text(NONE)}
      loading={fleet === null}
      {...(problem === undefined ? {} : { status: 'error' as const })}
      onChange={(chosen: number | undefined) => onChange(chosen ?? null)}
      getPopupContainer={(one: HTMLElement) => one.closest('dialog') ?? document.body}
      aria-label={text(field.label)}
      aria-describedby={`${id}-told`}
    />
  )
}

/** What is typed or chosen for one field of the form. */
const Control = (props: EntityFieldProps) => {
  const { id, field, value, problem, isFirst, onChange } = props
  const shared = {
    id,
    className: 'field',
    value: value ?? '',
    'aria-required': field.required,
    'aria-invalid': problem !== undefined,
    'aria-describedby': `${id}-told`,
    ...(isFirst ? { 'data-first': '' } : {}),
  }
  switch (field.kind) {
    case 'company':
      return (
        <OrganisationTree
          id={id}
          value={value === null || value === '' ? [] : [Number(value)]}
          onChange={([chosen]) => onChange(chosen ?? null)}
          label={text(field.label)}
          invalid={problem !== undefined}
          describedBy={`${id}-told`}
        />
      )
    case 'truck':
      return <TruckField {...props} />
    case 'choice':
      return (
        <select {...shared} onChange={({ target }) => onChange(target.value)}>
          {field.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {text(choice.label)}
            </option>
          ))}
        </select>
      )
    case 'area':
      return <textarea {...shared} rows={2} maxLength={field.maxLength ?? undefined} onChange={({ target }) => onChange(target.value)} />
    case 'day':
      return <input {...shared} type="date" onChange={({ target }) => onChange(target.value)} />
    case 'latitude':
    case 'longitude':
      return <input {...shared} inputMode="decimal" autoComplete="off" onChange={({ target }) => onChange(target.value)} />
    case 'number':
      return <input {...shared} inputMode="numeric" autoComplete="off" onChange={({ target }) => onChange(target.value)} />
    case 'text':
      return <input {...shared} autoComplete="off" onChange={({ target }) => onChange(target.value)} />
  }
}

/** A field with its label, the mark of what is required, its hint and what is wrong with it. */
export const EntityField = (props: EntityFieldProps) => {
  const { id, field, problem } = props
  return (
    <div className="entity-field" data-kind={field.kind}>
      <label htmlFor={id}>
        {text(field.label)}
        {field.required && (
          <span className="entity-required" aria-hidden="true">
            *
          </span>
        )}
      </label>
      <Control {...props} />
      <p id={`${id}-told`} className="field-problem" {...(problem === undefined ? {} : { role: 'alert' })}>
        {problem ?? (field.hint ? text(field.hint) : '')}
      </p>
    </div>
  )
}
