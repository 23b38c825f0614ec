import { boardCalls } from '@tanker/contract/endpoints/board'
import { DEVICE_STATES, DEVICE_TYPE_NAMES, DEVICE_TYPES, type DeviceState, type DeviceType } from '@tanker/contract/device-monitor'
import { useCallback, useMemo, useState } from 'react'
import { fleetStore } from '../../../platform/feed/fleet-store.ts'
import type { TruckLook } from '../../../platform/map/truck-features.ts'
import { ALL_TRUCKS, Board } from '../board.tsx'
import { FilterChips } from '../filter-chips.tsx'
import { useMonitor } from '../use-monitor.ts'
import { DeviceCard } from './device-card.tsx'
import { COLOUR_OF_STATE, countHealth, deviceColumns, deviceRows, isAskedFor, LOOK_OF_STATE, STATE_WORDS } from './device-rows.ts'
import './devices.css'

const WORDS = {
  title: { zh: '设备监控', en: 'Device monitor' },
  states: { zh: '按状态筛选', en: 'Filter by state' },
  types: { zh: '按设备类型筛选', en: 'Filter by type of device' },
} as const

const TYPE_CHIPS = DEVICE_TYPE_NAMES.map((value) => ({ value, words: DEVICE_TYPES[value] }))

/** monitor/device_target: how the devices of the trucks stand now. */
export const DeviceTarget = () => {
  const [filter, setFilter] = useState(ALL_TRUCKS)
  const [types, setTypes] = useState<ReadonlySet<DeviceType>>(new Set())
  const [states, setStates] = useState<ReadonlySet<DeviceState>>(new Set())
  const monitor = useMonitor(boardCalls.devices)
  const rows = useMemo(() => deviceRows(monitor), [monitor])
  const columns = useMemo(() => deviceColumns(rows), [rows])
  const counts = useMemo(() => countHealth(rows), [rows])
  const isShown = useCallback(
    (position: number): boolean => isAskedFor(rows.get(fleetStore.fleet?.truckId[position] ?? 0), { types, states }),
    [rows, types, states],
  )
  const look = useCallback<TruckLook>(
    ({ truckId }, position) => LOOK_OF_STATE[rows.get(truckId[position] ?? 0)?.health ?? 'silent'],
    [rows],
  )
  const stateChips = DEVICE_STATES.map((value) => ({
    value,
    words: STATE_WORDS[value],
    colour: COLOUR_OF_STATE[value],
    count: counts[value],
  }))
  return (
    <Board
      screen="monitor/device_target"
      title={WORDS.title}
      columns={columns}
      filter={filter}
      onFilter={setFilter}
      filters={
        <>
          <FilterChips label={WORDS.states} chips={stateChips} chosen={states} onChange={setStates} />
          <FilterChips label={WORDS.types} chips={TYPE_CHIPS} chosen={types} onChange={setTypes} />
        </>
      }
      also={types.size + states.size === 0 ? null : isShown}
      look={look}
      card={({ key, ...props }) => <DeviceCard key={key} {...props} row={rows.get(props.truckId)} />}
    />
  )
}
