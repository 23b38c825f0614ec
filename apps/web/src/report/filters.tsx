import { choiceCalls } from '@tanker/contract/endpoints/reports'
import type { FilterKind, FilterValue } from '@tanker/contract/report-view'
import { dayText } from '@tanker/domain/texts/time-text'
import { useId, useMemo, useState } from 'react'
import { useEndpoint } from '../platform/calls/use-endpoint.ts'
import { useTruckChoices } from '../platform/feed/use-truck-choices.ts'
import { language, text } from '../platform/language.ts'
import type { FilterOf } from '../platform/screen-frame/filter-values.ts'
import { ChoiceField, type ChoiceFieldProps } from '../platform/ui/choice-field.tsx'
import { PeriodField } from '../platform/ui/period-field.tsx'
import { toast } from '../platform/ui/toast.ts'
import { monthsToChoose } from './months.ts'
import { OrganisationTree } from './organisation-tree.tsx'
import { periodProblem } from './period-limits.ts'
import { quickRanges } from './quick-ranges.ts'
import { scopeOf, useTruckTree } from './truck-tree.ts'

type FieldProps<K extends FilterKind> = {
  /** Of the field, for its label: screens that are kept out of sight have filters of the same name. */
  readonly id: string
  readonly filter: FilterOf
  readonly value: FilterValue<K> | undefined
  readonly onChange: (value: FilterValue<K> | undefined) => void
}

const WORDS = {
  all: { zh: '全部', en: 'All' },
  handled: { zh: '已处理', en: 'Handled' },
  unhandled: { zh: '未处理', en: 'Unhandled' },
} as const

type SeveralProps<V extends string | number> = Pick<
  ChoiceFieldProps<V>,
  'id' | 'label' | 'choices' | 'value' | 'onChange' | 'loading' | 'namesShown' | 'panelPx'
>

/** Several of a list; none of them restricts nothing. */
const Several = <V extends string | number>(props: SeveralProps<V>) => (
  <ChoiceField<V> className="filter-choice" multiple clearable placeholder={text(WORDS.all)} {...props} />
)

const ScopeField = ({ id, filter, value, onChange }: FieldProps<'truck-or-organisation'>) => {
  const shown = [...(value?.organisationIds ?? []).map((id) => `c${id}`), ...(value?.truckIds ?? []).map((id) => `t${id}`)]
  return (
    <ChoiceField<string>
      id={id}
      className="filter-scope"
      label={filter.label}
      choices={useTruckTree()}
      value={shown}
      onChange={(chosen) => onChange(scopeOf(chosen, shown))}
      multiple
      clearable
      panelPx={320}
    />
  )
}

const TruckField = ({ id, filter, value, onChange }: FieldProps<'truck'>) => {
  const { choices, isThere } = useTruckChoices()
  return (
    <ChoiceField<number>
      id={id}
      className="filter-choice"
      label={filter.label}
      choices={choices}
      value={value === undefined ? [] : [value]}
      onChange={([chosen]) => onChange(chosen)}
      loading={!isThere}
    />
  )
}

const OrganisationsField = ({ id, filter, value, onChange }: FieldProps<'organisations'>) => (
  <OrganisationTree
    id={id}
    className="filter-scope"
    multiple
    value={value?.organisationIds ?? []}
    onChange={(organisationIds) => onChange({ organisationIds: [...organisationIds] })}
    label={filter.label}
  />
)

const ReportPeriodField = ({ id, filter, value, onChange }: FieldProps<'period'>) => (
  <PeriodField
    id={id}
    className="filter-period"
    label={filter.label}
    value={value ? { from: new Date(value.from), to: new Date(value.to) } : null}
    quick={quickRanges(new Date(), filter)}
    onChange={({ from, to }) => {
      const problem = periodProblem(filter, from, to, new Date())
      if (problem) toast('warning', text(problem))
      else onChange({ from: from.toISOString(), to: to.toISOString() })
      return problem === null
    }}
  />
)

const ChoicesField = ({ id, filter, value, onChange }: FieldProps<'choice'>) => (
  <Several id={id} label={filter.label} choices={filter.choices} value={value ?? []} onChange={(chosen) => onChange([...chosen])} />
)

/** What is typed counts as far as it is a number; when the field is left it shows what counts. */
const NumberField = ({ id, filter, value, onChange }: FieldProps<'number'>) => {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <span className="filter-number">
      <input
        id={id}
        className="field"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        aria-label={filter.label}
        value={typed ?? value ?? ''}
        onBlur={() => setTyped(null)}
        onChange={({ target }) => {
          setTyped(target.value)
          const number = Number(target.value)
          onChange(target.value.trim() === '' || !Number.isFinite(number) ? undefined : number)
        }}
      />
      {filter.unit !== null && <span aria-hidden="true">{filter.unit}</span>}
    </span>
  )
}

type OneOfProps = {
  readonly id: string
  readonly label: string
  readonly className: string
  readonly value: string
  readonly choices: FilterOf['choices']
  readonly onChange: (value: string) => void
}

/** One of a few: the browser's own list. */
const OneOf = ({ id, label, className, value, choices, onChange }: OneOfProps) => (
  <select id={id} className={`field ${className}`} aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
    {choices.map((choice) => (
      <option key={choice.value} value={choice.value}>
        {choice.label}
      </option>
    ))}
  </select>
)

const HandledField = ({ id, filter, value, onChange }: FieldProps<'handled'>) => (
  <OneOf
    id={id}
    label={filter.label}
    className="filter-handled"
    value={value ?? ''}
    choices={[
      { value: '', label: text(WORDS.all) },
      { value: 'unhandled', label: text(WORDS.unhandled) },
      { value: 'handled', label: text(WORDS.handled) },
    ]}
    onChange={(chosen) => onChange(chosen === 'handled' || chosen === 'unhandled' ? chosen : undefined)}
  />
)

const CompartmentField = ({ id, filter, value, onChange }: FieldProps<'compartment'>) => (
  <Several
    id={id}
    label={filter.label}
    choices={Array.from({ length: 10 }, (_, index) => ({
      value: index + 1,
      label: text({ zh: `${index + 1}仓`, en: `C${index + 1}` }),
    }))}
    value={value ?? []}
    onChange={(chosen) => onChange(chosen.toSorted((a, b) => a - b))}
    namesShown={2}
  />
)

const MonthField = ({ id, filter, value, onChange }: FieldProps<'month'>) => (
  <OneOf
    id={id}
    label={filter.label}
    className="filter-choice"
    value={value ?? ''}
    choices={monthsToChoose(new Date(), value).map((month) => ({ value: month, label: dayText(month, language) }))}
    onChange={onChange}
  />
)

const DimensionField = ({ id, filter, value, onChange }: FieldProps<'dimension'>) => (
  <OneOf id={id} label={filter.label} className="filter-choice" value={value ?? ''} choices={filter.choices} onChange={onChange} />
)

const TextField = ({ id, filter, value, onChange }: FieldProps<'text'>) => (
  <input
    id={id}
    type="search"
    className="field filter-choice"
    maxLength={80}
    autoComplete="off"
    aria-label={filter.label}
    value={value ?? ''}
    onChange={({ target }) => onChange(target.value)}
  />
)

/** Depots, stations and drivers come from the server's lists, as long as they may be. */
const SharedField = ({ id, filter, value, onChange }: FieldProps<'depot' | 'station' | 'driver'>) => {
  const choices = useEndpoint(choiceCalls[filter.kind as keyof typeof choiceCalls], null, { purpose: 'poll', staleTime: 300_000 })
  const named = useMemo(() => (choices.data ?? []).map(({ id, name }) => ({ value: id, label: name })), [choices.data])
  return (
    <Several
      id={id}
      label={filter.label}
      loading={choices.isPending}
      choices={named}
      value={value ?? []}
      onChange={(chosen) => onChange([...chosen])}
      panelPx={240}
    />
  )
}

const FIELDS: { readonly [K in FilterKind]: (props: FieldProps<K>) => React.ReactNode } = {
  'truck-or-organisation': ScopeField,
  period: ReportPeriodField,
  choice: ChoicesField,
  number: NumberField,
  handled: HandledField,
  compartment: CompartmentField,
  month: MonthField,
  dimension: DimensionField,
  depot: SharedField,
  station: SharedField,
  driver: SharedField,
  text: TextField,
  organisations: OrganisationsField,
  truck: TruckField,
}

type FilterFieldProps = {
  readonly filter: FilterOf
  readonly value: FilterValue<FilterKind> | undefined
  readonly onChange: (value: FilterValue<FilterKind> | undefined) => void
}

export const FilterField = (props: FilterFieldProps) => {
  const Field = FIELDS[props.filter.kind] as (props: FilterFieldProps & { readonly id: string }) => React.ReactNode
  const id = useId()
  return (
    <div className="filter">
      <label htmlFor={id}>{props.filter.label}</label>
      <Field {...props} id={id} />
    </div>
  )
}
