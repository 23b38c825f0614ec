import { choiceCalls } from '@tanker/contract/endpoints/reports'
import type { FilterKind, FilterValue } from '@tanker/contract/report-view'
import DatePicker from 'antd/es/date-picker'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import Select from 'antd/es/select'
import TreeSelect from 'antd/es/tree-select'
import dayjs, { type Dayjs } from 'dayjs'
import { useId } from 'react'
import { useEndpoint } from '../platform/calls/use-endpoint.ts'
import { language, text } from '../platform/language.ts'
import { CloseIcon } from '../platform/ui/icons.tsx'
import { toast } from '../platform/ui/toast.ts'
import type { FilterOf } from '../platform/screen-frame/filter-values.ts'
import { OrganisationTree } from './organisation-tree.tsx'
import { periodProblem } from './period-limits.ts'
import { quickRanges } from './quick-ranges.ts'
import { idsOf, useTruckTree } from './truck-tree.ts'

/** The cross that empties a field, with its word in the user's language: the library's own is English only. */
const clearable = { clearIcon: <CloseIcon />, label: text({ zh: '清除', en: 'Clear' }) }

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
  from: { zh: '开始时间', en: 'Start' },
  to: { zh: '结束时间', en: 'End' },
} as const

const ScopeField = ({ id, filter, value, onChange }: FieldProps<'truck-or-organisation'>) => {
  const tree = useTruckTree()
  return (
    <TreeSelect<string[]>
      id={id}
      className="filter-scope"
      treeData={tree}
      treeDefaultExpandedKeys={tree.map(({ value }) => value)}
      value={[...(value?.organisationIds ?? []).map((id) => `c${id}`), ...(value?.truckIds ?? []).map((id) => `t${id}`)]}
      onChange={(chosen) => onChange({ organisationIds: idsOf(chosen, 'c'), truckIds: idsOf(chosen, 't') })}
      multiple
      showSearch={{ treeNodeFilterProp: 'title' }}
      allowClear={clearable}
      maxTagCount={1}
      popupMatchSelectWidth={320}
      listHeight={360}
      aria-label={filter.label}
    />
  )
}

const OrganisationsField = ({ id, filter, value, onChange }: FieldProps<'organisations'>) => (
  <OrganisationTree
    id={id}
    className="filter-scope"
    multiple
    value={value?.organisationIds ?? []}
    onChange={(organisationIds) => onChange({ organisationIds })}
    label={filter.label}
  />
)

const TIME_FORMAT = language === 'zh' ? 'YYYY-MM-DD HH:mm' : 'MM/DD/YYYY HH:mm'

const PeriodField = ({ id, filter, value, onChange }: FieldProps<'period'>) => {
  const choose = (range: readonly [Dayjs | null, Dayjs | null] | null): void => {
    const [from, to] = range ?? []
    if (!from || !to) return
    const problem = periodProblem(filter, from.toDate(), to.toDate(), new Date())
    if (problem) return void toast('warning', text(problem))
    onChange({ from: from.toISOString(), to: to.toISOString() })
  }
  return (
    <DatePicker.RangePicker
      id={{ start: id, end: `${id}-end` }}
      className="filter-period"
      showTime={{ format: 'HH:mm' }}
      format={TIME_FORMAT}
      allowClear={false}
      value={value ? [dayjs(value.from), dayjs(value.to)] : null}
      onChange={choose}
      presets={quickRanges(new Date()).map(({ name, range }) => ({ label: text(name), value: [range[0], range[1]] }))}
      placeholder={[text(WORDS.from), text(WORDS.to)]}
      aria-label={filter.label}
    />
  )
}

const ChoiceField = ({ id, filter, value, onChange }: FieldProps<'choice'>) => (
  <Select<string[]>
    id={id}
    className="filter-choice"
    mode="multiple"
    maxTagCount={1}
    allowClear={clearable}
    options={filter.choices.map((choice) => ({ ...choice }))}
    value={value ?? []}
    placeholder={text(WORDS.all)}
    onChange={onChange}
    aria-label={filter.label}
  />
)

const NumberField = ({ id, filter, value, onChange }: FieldProps<'number'>) => (
  <InputNumber<number>
    id={id}
    className="filter-number"
    value={value ?? null}
    onChange={(typed) => onChange(typed ?? undefined)}
    suffix={filter.unit}
    controls={false}
    aria-label={filter.label}
  />
)

const HandledField = ({ id, filter, value, onChange }: FieldProps<'handled'>) => (
  <Select<'handled' | 'unhandled'>
    id={id}
    className="filter-handled"
    allowClear={clearable}
    options={[
      { value: 'unhandled', label: text(WORDS.unhandled) },
      { value: 'handled', label: text(WORDS.handled) },
    ]}
    {...(value === undefined ? {} : { value })}
    placeholder={text(WORDS.all)}
    onChange={onChange}
    aria-label={filter.label}
  />
)

const CompartmentField = ({ id, filter, value, onChange }: FieldProps<'compartment'>) => (
  <Select<number[]>
    id={id}
    className="filter-choice"
    mode="multiple"
    maxTagCount={2}
    allowClear={clearable}
    options={Array.from({ length: 10 }, (_, index) => ({
      value: index + 1,
      label: text({ zh: `${index + 1}仓`, en: `No. ${index + 1}` }),
    }))}
    value={value ?? []}
    placeholder={text(WORDS.all)}
    onChange={onChange}
    aria-label={filter.label}
  />
)

const MonthField = ({ id, filter, value, onChange }: FieldProps<'month'>) => (
  <DatePicker
    id={id}
    className="filter-choice"
    picker="month"
    format={language === 'zh' ? 'YYYY-MM' : 'MM/YYYY'}
    allowClear={false}
    value={value === undefined ? null : dayjs(`${value}-01`)}
    onChange={(month: Dayjs | null) => month && onChange(month.format('YYYY-MM'))}
    aria-label={filter.label}
  />
)

const DimensionField = ({ id, filter, value, onChange }: FieldProps<'dimension'>) => (
  <Select<string>
    id={id}
    className="filter-choice"
    options={filter.choices.map((choice) => ({ ...choice }))}
    {...(value === undefined ? {} : { value })}
    onChange={onChange}
    aria-label={filter.label}
  />
)

const TextField = ({ id, filter, value, onChange }: FieldProps<'text'>) => (
  <Input
    id={id}
    className="filter-choice"
    maxLength={80}
    allowClear={clearable}
    value={value ?? ''}
    onChange={({ target }) => onChange(target.value)}
    aria-label={filter.label}
  />
)

/** Depots, stations and drivers come from the server's lists, as long as they may be. */
const SharedField = ({ id, filter, value, onChange }: FieldProps<'depot' | 'station' | 'driver'>) => {
  const choices = useEndpoint(choiceCalls[filter.kind as keyof typeof choiceCalls], null, { purpose: 'poll', staleTime: 300_000 })
  return (
    <Select<number[]>
      id={id}
      className="filter-choice"
      mode="multiple"
      maxTagCount={1}
      allowClear={clearable}
      showSearch={{ optionFilterProp: 'label' }}
      loading={choices.isPending}
      options={(choices.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      popupMatchSelectWidth={240}
      value={value ?? []}
      placeholder={text(WORDS.all)}
      onChange={onChange}
      aria-label={filter.label}
    />
  )
}

const FIELDS: { readonly [K in FilterKind]: (props: FieldProps<K>) => React.ReactNode } = {
  'truck-or-organisation': ScopeField,
  period: PeriodField,
  choice: ChoiceField,
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
