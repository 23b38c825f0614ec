import { boardCalls } from '@tanker/contract/endpoints/board'
import { WATER_STATE_NAMES, WATER_STATES, type WaterState } from '@tanker/contract/water-monitor'
import { useCallback, useMemo, useState } from 'react'
import { fleetStore } from '../../../platform/feed/fleet-store.ts'
import type { TruckLook } from '../../../platform/map/truck-features.ts'
import { ALL_TRUCKS, Board } from '../board.tsx'
import { FilterChips } from '../filter-chips.tsx'
import { useMonitor } from '../use-monitor.ts'
import { WaterCard } from './water-card.tsx'
import { COLOUR_OF_WATER, countStates, lookOfWater, waterColumns, waterRows } from './water-rows.ts'

const WORDS = {
  title: { zh: '洒水车监控', en: 'Water-truck monitor' },
  states: { zh: '按状态筛选', en: 'Filter by state' },
} as const

/** monitor/sprinkler_monitoring: what the water trucks are doing, and the water they have left. */
export const WaterMonitorScreen = () => {
  const [filter, setFilter] = useState(ALL_TRUCKS)
  const [states, setStates] = useState<ReadonlySet<WaterState>>(new Set())
  const monitor = useMonitor(boardCalls.water)
  const rows = useMemo(() => waterRows(monitor), [monitor])
  const columns = useMemo(() => waterColumns(rows), [rows])
  const counts = useMemo(() => countStates(rows), [rows])
  const rowAt = useCallback((position: number) => rows.get(fleetStore.fleet?.truckId[position] ?? 0), [rows])
  const isWaterTruck = useCallback((position: number): boolean => rowAt(position) !== undefined, [rowAt])
  const isShown = useCallback((position: number): boolean => states.has(rowAt(position)?.state ?? 'offline'), [rowAt, states])
  const look = useCallback<TruckLook>((_, position) => lookOfWater(rowAt(position)?.state ?? 'offline'), [rowAt])
  const chips = WATER_STATE_NAMES.map((value) => ({
    value,
    words: WATER_STATES[value],
    colour: COLOUR_OF_WATER[value],
    count: counts[value],
  }))
  return (
    <Board
      screen="monitor/sprinkler_monitoring"
      title={WORDS.title}
      columns={columns}
      filter={filter}
      onFilter={setFilter}
      filters={<FilterChips label={WORDS.states} chips={chips} chosen={states} onChange={setStates} />}
      only={isWaterTruck}
      also={states.size === 0 ? null : isShown}
      look={look}
      card={({ key, ...props }) => <WaterCard key={key} {...props} row={rows.get(props.truckId)} />}
    />
  )
}
