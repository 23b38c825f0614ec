import type { FilterKind, FilterValue } from '@tanker/contract/report-view'
import { MAX_SEARCH_DAYS } from '@tanker/contract/track-search'
import { useId, useMemo } from 'react'
import { text } from '../../platform/language.ts'
import { ownFilter } from '../../platform/screen-frame/own-filter.ts'
import { ChoiceField } from '../../platform/ui/choice-field.tsx'
import { FilterField } from '../../report/filters.tsx'
import type { Search } from './search-address.ts'

const WORDS = {
  fence: { zh: '围栏', en: 'Fence' },
  drawn: { zh: '地图上绘制', en: 'Drawn on the map' },
  period: { zh: '时间', en: 'Period' },
  scope: { zh: '组织或车辆', en: 'Organisation or truck' },
} as const

export const PERIOD = ownFilter('period', 'period', WORDS.period, { maxDays: MAX_SEARCH_DAYS })
const SCOPE = { ...ownFilter('scope', 'truck-or-organisation', WORDS.scope), required: false }

/** A fence in force; `area`: its shape as text. */
export type SearchFence = { readonly id: number; readonly name: string; readonly area: string }

type SearchFiltersProps = {
  readonly fences: readonly SearchFence[] | undefined
  readonly typed: Search
  readonly onType: (typed: Search) => void
}

/** A fence instead of a drawing, a time, and trucks or organisations. */
export const SearchFilters = ({ fences, typed, onType }: SearchFiltersProps) => {
  const id = useId()
  const choices = useMemo(() => (fences ?? []).map(({ id: value, name }) => ({ value, label: name })), [fences])
  return (
    <>
      <div className="filter">
        <label htmlFor={id}>{text(WORDS.fence)}</label>
        <ChoiceField<number>
          id={id}
          className="filter-scope"
          label={text(WORDS.fence)}
          choices={choices}
          value={typed.fenceId === null ? [] : [typed.fenceId]}
          multiple={false}
          clearable
          placeholder={text(WORDS.drawn)}
          onChange={([fenceId = null]) => onType({ ...typed, fenceId, area: '' })}
          loading={fences === undefined}
        />
      </div>
      <FilterField
        filter={PERIOD}
        value={typed.period}
        onChange={(value: FilterValue<FilterKind> | undefined) =>
          value !== undefined && onType({ ...typed, period: value as FilterValue<'period'> })
        }
      />
      <FilterField
        filter={SCOPE}
        value={typed.scope}
        onChange={(value: FilterValue<FilterKind> | undefined) =>
          onType({ ...typed, scope: (value as FilterValue<'truck-or-organisation'> | undefined) ?? { truckIds: [], organisationIds: [] } })
        }
      />
    </>
  )
}
