import type { PlainValues } from '@tanker/contract/base-data/define-entity'
import type { Field, FieldValue } from '@tanker/contract/base-data/fields'
import { useTruckChoices } from '../platform/feed/use-truck-choices.ts'
import { FenceEditor } from './fence-editor.tsx'
import { PlaceField } from './place-field.tsx'
import { text } from '../platform/language.ts'
import { OrganisationTree, useOrganisations } from '../report/organisation-tree.tsx'
import { RoleField } from './role-field.tsx'
import { ChoiceField } from '../platform/ui/choice-field.tsx'
import { CompartmentsField } from './compartments-field.tsx'
import { LevelsField } from './levels-field.tsx'
import { MomentInput } from './moment-input.tsx'

const NONE = { zh: '无', en: 'None' } as const
const ABOVE = { zh: '上级：', en: 'Parent: ' } as const

type EntityFieldProps = {
  readonly id: string
  readonly field: Field
  readonly value: FieldValue
  /** A whole sentence; undefined while nothing is wrong. */
  readonly problem: string | undefined
  readonly isFirst: boolean
  /** Null until the row is saved. */
  readonly rowId: number | null
  /** The other fields as they stand, where one depends on another. */
  readonly values: PlainValues
  /** It stays as it was when the row was added. */
  readonly isSettled: boolean
  readonly onChange: (value: FieldValue) => void
}

const TruckField = ({ id, field, value, problem, onChange }: EntityFieldProps) => {
  const { choices, isThere } = useTruckChoices()
  return (
    <ChoiceField<number>
      id={id}
      label={text(field.label)}
      choices={choices}
      value={value === null || value === '' ? [] : [Number(value)]}
      onChange={([chosen]) => onChange(chosen ?? null)}
      clearable
      placeholder={text(NONE)}
      loading={!isThere}
      invalid={problem !== undefined}
      describedBy={`${id}-error`}
    />
  )
}

/** Several of a few, each with its box; the value is their keys with commas. */
const ChoicesField = ({ id, field, value, isFirst, onChange }: EntityFieldProps) => {
  const chosen = String(value ?? '')
    .split(',')
    .filter((one) => one !== '')
  return (
    <div id={id} className="entity-choices" role="group" aria-label={text(field.label)} aria-describedby={`${id}-error`}>
      {field.choices.map(({ value: key, label }, index) => (
        <label key={key}>
          <input
            type="checkbox"
            checked={chosen.includes(key)}
            {...(isFirst && index === 0 ? { 'data-first': '' } : {})}
            onChange={({ target }) =>
              onChange(
                field.choices
                  .map((choice) => choice.value)
                  .filter((one) => (one === key ? target.checked : chosen.includes(one)))
                  .join(','),
              )
            }
          />
          {text(label)}
        </label>
      ))}
    </div>
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
    'aria-describedby': `${id}-error`,
    ...(isFirst ? { 'data-first': '' } : {}),
  }
  switch (field.kind) {
    case 'organisation':
      return (
        <OrganisationTree
          id={id}
          value={value === null || value === '' ? [] : [Number(value)]}
          onChange={([chosen]) => onChange(chosen ?? null)}
          label={text(field.label)}
          invalid={problem !== undefined}
          disabled={props.isSettled}
          describedBy={`${id}-error`}
        />
      )
    case 'truck':
      return <TruckField {...props} />
    case 'role':
      return (
        <RoleField
          id={id}
          field={field}
          value={value}
          problem={problem}
          organisationId={props.values['organisationId'] ?? null}
          onChange={onChange}
        />
      )
    case 'place': {
      const kind = field.kindField === null ? 'station' : String(props.values[field.kindField] ?? '')
      return (
        <PlaceField
          id={id}
          label={text(field.label)}
          value={value === null || value === '' ? null : Number(value)}
          kind={kind === 'custom' ? null : kind}
          problem={problem}
          onChange={onChange}
        />
      )
    }
    case 'shape':
      return <FenceEditor id={id} field={field} value={String(value ?? '')} values={props.values} problem={problem} onChange={onChange} />
    case 'compartments':
      return (
        <CompartmentsField
          id={id}
          label={text(field.label)}
          value={String(value ?? '')}
          invalid={problem !== undefined}
          truckId={props.rowId}
          onChange={onChange}
        />
      )
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
    case 'choices':
      return <ChoicesField {...props} />
    case 'area':
      return <textarea {...shared} rows={2} maxLength={field.maxLength ?? undefined} onChange={({ target }) => onChange(target.value)} />
    case 'moment':
      return <MomentInput shared={shared} value={value} onChange={onChange} />
    case 'levels':
      return <LevelsField id={id} field={field} value={value} problem={problem} onChange={onChange} />
    case 'day':
      return <input {...shared} type="date" onChange={({ target }) => onChange(target.value)} />
    case 'latitude':
    case 'longitude':
      return <input {...shared} inputMode="decimal" autoComplete="off" onChange={({ target }) => onChange(target.value)} />
    case 'number':
      return <input {...shared} inputMode="numeric" autoComplete="off" onChange={({ target }) => onChange(target.value)} />
    case 'text':
      return <input {...shared} readOnly={props.isSettled} autoComplete="off" onChange={({ target }) => onChange(target.value)} />
  }
}

/** The organisation above the chosen one, as far as the user sees it. */
const ParentOf = ({ organisationId }: { organisationId: number }) => {
  const organisations = useOrganisations()
  const parentId = organisations?.find(({ id }) => id === organisationId)?.parentId
  const parent = organisations?.find(({ id }) => id === parentId)
  return parent ? <span className="entity-advice">{`${text(ABOVE)}${parent.name}`}</span> : null
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
      <p id={`${id}-error`} className="field-problem" {...(problem === undefined ? {} : { role: 'alert' })}>
        {problem ??
          (field.kind === 'organisation' ? <ParentOf organisationId={Number(props.value ?? 0)} /> : field.hint ? text(field.hint) : '')}
      </p>
    </div>
  )
}
