import type { FilterKind, FilterValue } from '@tanker/contract/report-view'
import { MAX_TRACK_DAYS, MAX_TRACKS } from '@tanker/contract/track'
import { useId } from 'react'
import { seriesColour } from '../../platform/charts/series-colours.ts'
import { useTruckChoices } from '../../platform/feed/use-truck-choices.ts'
import { text } from '../../platform/language.ts'
import { ownFilter } from '../../platform/screen-frame/own-filter.ts'
import { ChoiceField } from '../../platform/ui/choice-field.tsx'
import { FilterField } from '../../report/filters.tsx'
import { dayBefore, type TypedTrack } from './compare-address.ts'
import { trackName } from './compare-words.ts'

const WORDS = {
  choose: { zh: '请选择车辆', en: 'Choose a truck' },
  period: { zh: '时间', en: 'Period' },
  add: { zh: '添加轨迹', en: 'Add a track' },
} as const

/** Two tracks are the least that can be compared. */
const LEAST = 2
const PERIOD = ownFilter('period', 'period', WORDS.period, { maxDays: MAX_TRACK_DAYS })
const removeName = (index: number): string => text({ zh: `移除轨迹 ${index + 1}`, en: `Remove track ${index + 1}` })

type OneTrackProps = {
  readonly index: number
  readonly track: TypedTrack
  readonly onChange: (track: TypedTrack) => void
  /** Null where it cannot be removed. */
  readonly onRemove: (() => void) | null
}

const OneTrack = ({ index, track, onChange, onRemove }: OneTrackProps) => {
  const id = useId()
  const { choices, isThere } = useTruckChoices()
  return (
    <fieldset className="compare-track">
      <legend className="visually-hidden">{trackName(index)}</legend>
      <div className="filter">
        <label htmlFor={id}>
          <i style={{ background: seriesColour(index) }} aria-hidden="true" />
          {trackName(index)}
        </label>
        <ChoiceField<number>
          id={id}
          className="filter-choice"
          label={trackName(index)}
          choices={choices}
          value={track.truckId === null ? [] : [track.truckId]}
          multiple={false}
          placeholder={text(WORDS.choose)}
          onChange={([truckId = null]) => onChange({ ...track, truckId })}
          loading={!isThere}
        />
      </div>
      <FilterField
        filter={PERIOD}
        value={{ from: new Date(track.from).toISOString(), to: new Date(track.to).toISOString() }}
        onChange={(value: FilterValue<FilterKind> | undefined) => {
          const period = value as FilterValue<'period'> | undefined
          if (period) onChange({ ...track, from: Date.parse(period.from), to: Date.parse(period.to) })
        }}
      />
      {onRemove && (
        <button type="button" className="button" aria-label={removeName(index)} title={removeName(index)} onClick={onRemove}>
          ×
        </button>
      )}
    </fieldset>
  )
}

type CompareFiltersProps = { readonly typed: readonly TypedTrack[]; readonly onType: (typed: readonly TypedTrack[]) => void }

/** Two to four tracks; another one begins as the last one a day earlier. */
export const CompareFilters = ({ typed, onType }: CompareFiltersProps) => (
  <>
    {typed.map((track, index) => (
      <OneTrack
        // Their order is all that they have.
        key={index}
        index={index}
        track={track}
        onChange={(changed) => onType(typed.with(index, changed))}
        onRemove={typed.length > LEAST ? () => onType(typed.toSpliced(index, 1)) : null}
      />
    ))}
    {typed.length < MAX_TRACKS && (
      <button type="button" className="button compare-add" onClick={() => onType([...typed, dayBefore(typed.at(-1)!)])}>
        {text(WORDS.add)}
      </button>
    )}
  </>
)
