import { boardCalls } from '@tanker/contract/endpoints/board'
import { type SafetyKind, SAFETY_KIND_NAMES, SAFETY_KINDS, type SafetyLevel } from '@tanker/contract/safety-monitor'
import { useCallback, useMemo, useState } from 'react'
import { fleetStore } from '../../../platform/feed/fleet-store.ts'
import { lookOfStatus } from '../../../platform/map/truck-features.ts'
import { ALL_TRUCKS, Board } from '../board.tsx'
import { FilterChips } from '../filter-chips.tsx'
import { useMonitor } from '../use-monitor.ts'
import { MostEvents } from './most-events.tsx'
import { SafetyCard } from './safety-card.tsx'
import { hasSuchEvent, safetyColumns, safetyRows } from './safety-rows.ts'
import './safety.css'

const WORDS = {
  title: { zh: '安全监控', en: 'Driving-safety monitor' },
  kinds: { zh: '按事件类别筛选', en: 'Filter by kind of event' },
  levels: { zh: '按级别筛选', en: 'Filter by level' },
} as const

const KIND_CHIPS = SAFETY_KIND_NAMES.map((value) => ({ value, words: SAFETY_KINDS[value] }))
const LEVEL_CHIPS = [
  { value: 1, words: { zh: '一级', en: 'Level 1' } },
  { value: 2, words: { zh: '二级', en: 'Level 2' } },
] as const

/** monitor/safe_target: how trucks are driven now and today. */
export const SafeTarget = () => {
  const [filter, setFilter] = useState(ALL_TRUCKS)
  const [kinds, setKinds] = useState<ReadonlySet<SafetyKind>>(new Set())
  const [levels, setLevels] = useState<ReadonlySet<SafetyLevel>>(new Set())
  const monitor = useMonitor(boardCalls.safety)
  const rows = useMemo(() => safetyRows(monitor), [monitor])
  const columns = useMemo(() => safetyColumns(rows), [rows])
  const isShown = useCallback(
    (position: number): boolean => hasSuchEvent(rows.get(fleetStore.fleet?.truckId[position] ?? 0), { kinds, levels }),
    [rows, kinds, levels],
  )
  return (
    <Board
      screen="monitor/safe_target"
      title={WORDS.title}
      columns={columns}
      filter={filter}
      onFilter={setFilter}
      filters={
        <>
          <FilterChips label={WORDS.kinds} chips={KIND_CHIPS} chosen={kinds} onChange={setKinds} />
          <FilterChips<SafetyLevel> label={WORDS.levels} chips={LEVEL_CHIPS} chosen={levels} onChange={setLevels} />
        </>
      }
      also={kinds.size + levels.size === 0 ? null : isShown}
      look={lookOfStatus}
      above={(onPick) => <MostEvents rows={rows} onPick={onPick} />}
      card={({ key, ...props }) => <SafetyCard key={key} {...props} row={rows.get(props.truckId)} />}
    />
  )
}
