import { organisationCalls } from '@tanker/contract/endpoints/organisations'
import { placeCalls } from '@tanker/contract/endpoints/places'
import { TRUCK_STATUSES } from '@tanker/domain/trucks/truck-status'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { fleetStore } from '../../platform/feed/fleet-store.ts'
import { text } from '../../platform/language.ts'
import { idIn, useScreenAddress } from '../../platform/screen-frame/screen-address.ts'
import { PanelIcon, SearchIcon } from '../../platform/ui/icons.tsx'
import { useLine } from '../../platform/feed/use-line.ts'
import { shownTime } from '../../platform/shown-values.ts'
import { useTheme } from '../../platform/ui/theme.ts'
import { toast } from '../../platform/ui/toast.ts'
import './cargo-transport.css'
import { FleetList } from './fleet-list.tsx'
import { FleetMap, type Sight } from './fleet-map.tsx'
import { type Organisation, type FleetFilter, fleetRows, makeFleetTree, truckFilter } from './fleet-rows.ts'
import { TruckCard } from './truck-card.tsx'

const WORDS = {
  title: { zh: '货物监控', en: 'Cargo transport' },
  panel: { zh: '车辆列表', en: 'Truck list' },
  search: { zh: '搜索车牌或组织', en: 'Search plate or organisation' },
  statuses: { zh: '按状态筛选', en: 'Filter by state' },
  waiting: { zh: '正在连接车队…', en: 'Connecting to the fleet…' },
  noPlace: { zh: '获取车辆位置失败', en: 'Failed to get vehicle location' },
} as const

const PANEL_KEPT_AS = 'fleet-panel'

const useFleetRevision = (): number =>
  useSyncExternalStore(
    useCallback((changed) => fleetStore.listen(changed), []),
    () => fleetStore.statusRevision,
  )

/** What the store counts at a revision of it. */
const countsAt = (_revision: number) => (organisationId: number) => fleetStore.countsOf(organisationId)

const NO_ORGANISATIONS: readonly Organisation[] = []

const toggled = (set: ReadonlySet<number>, member: number): ReadonlySet<number> => {
  const next = new Set(set)
  if (!next.delete(member)) next.add(member)
  return next
}

const useFleet = (filter: FleetFilter) => {
  const organisations = useEndpoint(organisationCalls.list, null, { staleTime: Infinity }).data ?? NO_ORGANISATIONS
  const revision = useFleetRevision()
  const fleet = fleetStore.fleet
  const tree = useMemo(() => fleet && makeFleetTree(organisations, fleet), [organisations, fleet])
  const shown = useMemo(() => (fleet ? truckFilter(organisations, fleet, filter) : () => false), [organisations, fleet, filter])
  const rows = useMemo(() => tree && fleetRows(tree, filter, shown, countsAt(revision)), [tree, filter, shown, revision])
  return { rows, shown }
}

const notLive = (at: string): string => text({ zh: `非实时 · 截至 ${at}`, en: `Not live · as of ${at}` })

/** Colours show the state of trucks. When stale, markers are dimmed and the time is shown. */
const NotLive = ({ heardAt }: { heardAt: number }) => <p className="fleet-not-live">{notLive(shownTime(heardAt))}</p>

/** Escape closes the card; an open dialog or popover takes the key for itself. */
function useCloseByEscape(isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return
    const onKeyDown = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape' && !document.querySelector('dialog[open], .popover:popover-open')) close()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOpen, close])
}

/** monitor/cargo_transport: the fleet on the map, the list floating over it, the card of the picked truck. */
export const CargoTransport = () => {
  const theme = useTheme()
  const { search, ask } = useScreenAddress()
  const pickedTruck = idIn(search, 'truck')
  const askedStatus = search['status']
  const [filter, setFilter] = useState<FleetFilter>({ search: '', statuses: new Set(), closedOrganisations: new Set() })
  useEffect(() => {
    const statuses = new Set(TRUCK_STATUSES.flatMap(({ code }) => (String(code) === askedStatus ? [code] : [])))
    if (statuses.size > 0) setFilter((now) => ({ ...now, statuses }))
  }, [askedStatus])
  const [panelOpen, setPanelOpen] = useState(() => localStorage.getItem(PANEL_KEPT_AS) !== 'closed' && innerWidth >= 700)
  const [sight, setSight] = useState<Sight | null>(null)
  const { rows, shown } = useFleet(filter)
  const places = useEndpoint(placeCalls.list, null, { purpose: 'poll', staleTime: 300_000 }).data
  const hasFleet = rows !== null
  const { state: connectionStatus, heardAt } = useLine()
  const list = useRef<HTMLElement>(null)

  const pick = useCallback((truckId: number): void => ask({ truck: String(truckId) }, { replace: true }), [ask])

  const look = (at: Sight | null): void => {
    if (at) setSight({ ...at })
    else toast('warning', text(WORDS.noPlace)) // spec 8.3
  }

  // The picked truck comes into view when it is picked, and when the address came with one.
  useEffect(() => {
    const position = pickedTruck === null ? undefined : fleetStore.positionOf(pickedTruck)
    const lng = position === undefined ? undefined : fleetStore.fleet?.lng[position]
    const lat = position === undefined ? undefined : fleetStore.fleet?.lat[position]
    if (typeof lng === 'number' && typeof lat === 'number') setSight({ lng, lat })
  }, [pickedTruck, hasFleet])

  const togglePanel = (): void => {
    localStorage.setItem(PANEL_KEPT_AS, panelOpen ? 'closed' : 'open')
    setPanelOpen(!panelOpen)
  }

  const closeCard = useCallback((): void => ask({}, { replace: true }), [ask])

  // The focus goes back to the list; after the card has gone, for it may have covered the list.
  const hadCard = useRef(false)
  useEffect(() => {
    if (hadCard.current && pickedTruck === null) {
      const home = list.current?.querySelector<HTMLElement>('[role="tree"]') ?? list.current?.querySelector('button')
      home?.focus()
    }
    hadCard.current = pickedTruck !== null
  }, [pickedTruck])

  useCloseByEscape(pickedTruck !== null, closeCard)

  return (
    <div className="cargo" data-panel={panelOpen} data-live={connectionStatus === null}>
      <h1 className="seen-by-readers">{text(WORDS.title)}</h1>
      <section ref={list} className="fleet-panel panel" aria-label={text(WORDS.panel)}>
        <div className="fleet-search">
          <button
            className="icon-button"
            onClick={togglePanel}
            aria-expanded={panelOpen}
            aria-label={text(WORDS.panel)}
            title={text(WORDS.panel)}
          >
            <PanelIcon />
          </button>
          {panelOpen && (
            <label className="fleet-search-box">
              <SearchIcon />
              <input
                type="search"
                value={filter.search}
                placeholder={text(WORDS.search)}
                aria-label={text(WORDS.search)}
                onChange={(event) => setFilter({ ...filter, search: event.target.value })}
              />
            </label>
          )}
        </div>
        {panelOpen && (
          <>
            <div className="fleet-statuses" role="group" aria-label={text(WORDS.statuses)}>
              {TRUCK_STATUSES.map(({ code, name, text: words }) => (
                <button
                  key={code}
                  className="fleet-status"
                  aria-pressed={filter.statuses.has(code)}
                  onClick={() => setFilter({ ...filter, statuses: toggled(filter.statuses, code) })}
                >
                  <span className="state-dot" style={{ background: `var(--${name})` }} />
                  {text(words)}
                </button>
              ))}
            </div>
            {rows ? (
              <FleetList
                rows={rows}
                pickedTruck={pickedTruck}
                onPick={pick}
                onToggle={(id) => setFilter({ ...filter, closedOrganisations: toggled(filter.closedOrganisations, id) })}
              />
            ) : (
              <p className="fleet-none">{text(WORDS.waiting)}</p>
            )}
          </>
        )}
      </section>
      {connectionStatus !== null && hasFleet && heardAt !== null && <NotLive heardAt={heardAt} />}
      {pickedTruck !== null && (
        <TruckCard key={pickedTruck} truckId={pickedTruck} fromAlarm={search['fromAlarm'] ?? null} onLocate={look} onClose={closeCard} />
      )}
      <FleetMap key={theme} theme={theme} places={places} shown={shown} pickedTruck={pickedTruck} sight={sight} onPick={pick} />
    </div>
  )
}
