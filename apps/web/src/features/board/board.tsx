import { boardCalls } from '@tanker/contract/endpoints/board'
import type { BoardScreen, TruckTrail } from '@tanker/contract/board'
import type { MapPlaces } from '@tanker/contract/trucks'
import type { Text } from '@tanker/domain/texts/text'
import { type CSSProperties, type ReactNode, useRef, useState } from 'react'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { text } from '../../platform/language.ts'
import { useConnectionStatus } from '../../platform/feed/use-connection-status.ts'
import { shownTime } from '../../platform/shown-values.ts'
import type { Measured } from '../../platform/map/measure-layers.ts'
import type { TruckLook } from '../../platform/map/truck-features.ts'
import { useTheme } from '../../platform/ui/theme.ts'
import { useEscape, useLetter } from './board-keys.ts'
import './board-map.css'
import { BoardTools } from './board-tools.tsx'
import './board.css'
import { FleetMap } from './fleet-map.tsx'
import { FleetPanel } from './fleet-panel.tsx'
import type { FleetFilter } from './fleet-rows.ts'
import { FoundPlace } from './found-place.tsx'
import type { ColumnSet } from './list-columns.ts'
import { useListColumns } from './list-columns-menu.tsx'
import { SpeedLegend } from './speed-legend.tsx'
import { useBoardAddress, useFocusBack, useFollowing } from './use-board-address.ts'
import { type BoardFilter, useFleet } from './use-fleet.ts'
import { useSight } from './use-sight.ts'

const PANEL_KEPT_AS = 'fleet-panel'

const trailRefreshMs = 60_000

/** The trail of the picked truck; what comes between two readings of it the map draws on. */
const useTrail = (pickedTruck: number | null): TruckTrail | undefined =>
  useEndpoint(
    boardCalls.trail,
    { truckId: pickedTruck ?? 0 },
    { purpose: 'poll', enabled: pickedTruck !== null, refetchInterval: trailRefreshMs },
  ).data

const notLive = (at: string): string => text({ zh: `非实时 · 截至 ${at}`, en: `Not live · as of ${at}` })

/** Colours show the state of trucks. When stale, markers are dimmed and the time is shown. */
export const NotLive = ({ heardAt }: { heardAt: number }) => <p className="fleet-not-live">{notLive(shownTime(heardAt))}</p>

/** What the card of a picked truck is given. */
export type BoardCardProps = {
  readonly truckId: number
  /** The alarm that the card was opened from. */
  readonly fromAlarm: string | null
  readonly isFollowed: boolean
  readonly onFollow: () => void
  /** Position of the truck; null if unknown. */
  readonly onLocate: (at: { lng: number; lat: number } | null) => void
  readonly onClose: () => void
}

type BoardProps = {
  readonly screen: BoardScreen
  readonly title: Text
  readonly columns: ColumnSet
  readonly filter: FleetFilter
  readonly onFilter: (filter: FleetFilter) => void
  readonly filters: ReactNode
  /** The trucks that the screen is about; null: all. */
  readonly only?: BoardFilter | null
  /** Which of them its filters show; null: all. */
  readonly also: BoardFilter | null
  readonly look: TruckLook
  readonly above?: (onPick: (truckId: number) => void) => ReactNode
  readonly tools?: (onPick: (truckId: number) => void) => ReactNode
  readonly card: (props: BoardCardProps & { readonly key: number }) => ReactNode
}

export const ALL_TRUCKS: FleetFilter = { search: '', statuses: new Set(), closedOrganisations: new Set() }

/** The frame that all boards have: the fleet on the map, the list floating over it, the card of the picked truck. */
export const Board = ({
  screen,
  title,
  columns: columnSet,
  filter,
  onFilter,
  filters,
  only = null,
  also,
  look,
  above,
  tools,
  card,
}: BoardProps) => {
  const theme = useTheme()
  const { search, places, pickedTruck, found, isWall, flights, pick, close, showPlace, toggleWall } = useBoardAddress()
  const [panelOpen, setPanelOpen] = useState(() => localStorage.getItem(PANEL_KEPT_AS) !== 'closed' && innerWidth >= 700)
  const [measured, setMeasured] = useState<Measured | null>(null)
  const { isFollowing, letGo, toggleFollowing } = useFollowing(pickedTruck)
  const fleet = useFleet(filter, only, also)
  const columns = useListColumns(columnSet)
  const { rows, shown } = fleet
  const trail = useTrail(pickedTruck)
  const hasFleet = rows !== null
  const { sight, lookAt } = useSight(pickedTruck, hasFleet)
  const { state: connectionStatus, heardAt } = useConnectionStatus()
  const list = useRef<HTMLElement>(null)

  const lookAtPlace = (place: MapPlaces[number]): void => {
    showPlace(place)
    if (innerWidth < 700) setPanelOpen(false)
  }

  const toggleMeasuring = (): void => setMeasured(measured ? null : { totalM: 0, segments: 0 })

  const togglePanel = (): void => {
    localStorage.setItem(PANEL_KEPT_AS, panelOpen ? 'closed' : 'open')
    setPanelOpen(!panelOpen)
  }

  useFocusBack(list, pickedTruck)
  const escape = (): void => {
    if (measured) setMeasured(null)
    else if (pickedTruck !== null || found !== null) close()
    else toggleWall()
  }
  useEscape(measured !== null || pickedTruck !== null || found !== null || isWall, escape)
  useLetter(pickedTruck !== null, 'f', toggleFollowing)

  return (
    <div
      className="cargo"
      data-panel={panelOpen && !isWall}
      data-wall={isWall}
      data-live={connectionStatus === null}
      aria-busy={!hasFleet}
      style={{ '--list-width': `${columns.widthPx}px` } as CSSProperties}
    >
      <h1 className="visually-hidden">{text(title)}</h1>
      {!isWall && (
        <FleetPanel
          ref={list}
          isOpen={panelOpen}
          onToggle={togglePanel}
          filter={filter}
          onFilter={onFilter}
          fleet={fleet}
          columns={columns}
          look={look}
          filters={filters}
          above={above?.(pick)}
          pickedTruck={pickedTruck}
          onPick={pick}
          onPlace={lookAtPlace}
        />
      )}
      <BoardTools measured={measured} isWall={isWall} onMeasure={toggleMeasuring} onWall={toggleWall} more={tools?.(pick)} />
      {found && <FoundPlace place={found} onClose={close} />}
      {connectionStatus !== null && hasFleet && heardAt !== null && <NotLive heardAt={heardAt} />}
      {pickedTruck !== null &&
        card({
          key: pickedTruck,
          truckId: pickedTruck,
          fromAlarm: search['fromAlarm'] ?? null,
          isFollowed: isFollowing,
          onFollow: toggleFollowing,
          onLocate: lookAt,
          onClose: close,
        })}
      {trail !== undefined && trail.at.length > 1 && <SpeedLegend />}
      <FleetMap
        key={theme}
        screen={screen}
        theme={theme}
        places={places}
        shown={shown}
        look={look}
        pickedTruck={pickedTruck}
        trail={trail}
        found={found}
        flights={flights}
        isMeasuring={measured !== null}
        isFollowing={isFollowing}
        sight={sight}
        panels={`${pickedTruck} ${panelOpen} ${isWall}`}
        onPick={pick}
        onMeasured={setMeasured}
        onLetGo={letGo}
      />
    </div>
  )
}
