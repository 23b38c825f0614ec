import { TRUCK_STATUSES } from '@tanker/domain/trucks/truck-status'
import { useEffect, useState } from 'react'
import { lookOfStatus } from '../../platform/map/truck-features.ts'
import { useScreenAddress } from '../../platform/screen-frame/screen-address.ts'
import { ALL_TRUCKS, Board } from './board.tsx'
import { FilterChips } from './filter-chips.tsx'
import { CARGO_COLUMNS } from './list-columns.ts'
import { Training } from './training.tsx'
import { TruckCard } from './truck-card.tsx'

const WORDS = {
  title: { zh: '货物监控', en: 'Cargo transport' },
  statuses: { zh: '按状态筛选', en: 'Filter by state' },
} as const

const CHIPS = TRUCK_STATUSES.map(({ code, name, text }) => ({ value: code as number, words: text, colour: name }))

/** monitor/cargo_transport: where the trucks are, what they carry, and how their seals stand. */
export const CargoTransport = () => {
  const askedStatus = useScreenAddress().search['status']
  const [filter, setFilter] = useState(ALL_TRUCKS)
  useEffect(() => {
    const statuses = new Set<number>(TRUCK_STATUSES.flatMap(({ code }) => (String(code) === askedStatus ? [code] : [])))
    if (statuses.size > 0) setFilter((now) => ({ ...now, statuses }))
  }, [askedStatus])
  return (
    <Board
      screen="monitor/cargo_transport"
      title={WORDS.title}
      columns={CARGO_COLUMNS}
      filter={filter}
      onFilter={setFilter}
      filters={
        <FilterChips
          label={WORDS.statuses}
          chips={CHIPS}
          chosen={filter.statuses}
          onChange={(statuses) => setFilter({ ...filter, statuses })}
        />
      }
      also={null}
      look={lookOfStatus}
      tools={(onPick) => <Training onTruck={onPick} />}
      card={({ key, ...props }) => <TruckCard key={key} {...props} />}
    />
  )
}
