import { MAX_TRACK_DAYS } from '@tanker/contract/track'
import type { FilterKind, FilterValue } from '@tanker/contract/report-view'
import { useId } from 'react'
import { text } from '../../platform/language.ts'
import { ownFilter } from '../../platform/screen-frame/own-filter.ts'
import { ChoiceField } from '../../platform/ui/choice-field.tsx'
import type { Choice } from '../../platform/ui/choice-rows.ts'
import { FilterField } from '../../report/filters.tsx'
import type { PlaybackAsked } from './playback-address.ts'

const WORDS = {
  trucks: { zh: '车牌号', en: 'Trucks' },
  choose: { zh: '请选择车辆（最多 4 辆）', en: 'Choose trucks (up to 4)' },
  period: { zh: '时间', en: 'Period' },
} as const

const PERIOD = ownFilter('period', 'period', WORDS.period, { maxDays: MAX_TRACK_DAYS })

/** The trucks to choose from; `isThere`: they have arrived. */
export type TruckChoices = { readonly choices: readonly Choice<number>[]; readonly isThere: boolean }

type PlaybackFiltersProps = {
  readonly trucks: TruckChoices
  readonly typed: PlaybackAsked
  readonly onType: (typed: PlaybackAsked) => void
}

/** Up to four trucks and a time. */
export const PlaybackFilters = ({ trucks, typed, onType }: PlaybackFiltersProps) => {
  const id = useId()
  return (
    <>
      <div className="filter">
        <label htmlFor={id}>{text(WORDS.trucks)}</label>
        <ChoiceField<number>
          id={id}
          className="filter-choice"
          label={text(WORDS.trucks)}
          choices={trucks.choices}
          value={typed.truckIds}
          multiple
          namesShown={2}
          placeholder={text(WORDS.choose)}
          onChange={(truckIds) => onType({ ...typed, truckIds })}
          loading={!trucks.isThere}
        />
      </div>
      <FilterField
        filter={PERIOD}
        value={{ from: new Date(typed.from).toISOString(), to: new Date(typed.to).toISOString() }}
        onChange={(value: FilterValue<FilterKind> | undefined) => {
          const period = value as FilterValue<'period'> | undefined
          if (period) onType({ ...typed, from: Date.parse(period.from), to: Date.parse(period.to) })
        }}
      />
    </>
  )
}
