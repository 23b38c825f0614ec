import type { MapPlaces } from '@tanker/contract/trucks'
import type { ReactNode, Ref } from 'react'
import { fleetStore } from '../../platform/feed/fleet-store.ts'
import { text } from '../../platform/language.ts'
import { PanelIcon, SearchIcon } from '../../platform/ui/icons.tsx'
import type { TruckLook } from '../../platform/map/truck-features.ts'
import { FleetList } from './fleet-list.tsx'
import { BoardFinds, firstFind } from './board-finds.tsx'
import type { FleetFilter } from './fleet-rows.ts'
import { type ChosenColumns, ColumnsMenu } from './list-columns-menu.tsx'
import { toggled } from './filter-chips.tsx'
import type { useFleet } from './use-fleet.ts'

const WORDS = {
  panel: { zh: '车辆列表', en: 'Truck list' },
  search: { zh: '搜索车牌、驾驶员、组织、场所', en: 'Search plate, driver, organisation, place' },
  waiting: { zh: '正在连接车队…', en: 'Connecting to the fleet…' },
} as const

type FleetPanelProps = {
  readonly ref: Ref<HTMLElement>
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly filter: FleetFilter
  readonly onFilter: (filter: FleetFilter) => void
  /** Its rows are null until the fleet has come. */
  readonly fleet: ReturnType<typeof useFleet>
  readonly columns: ChosenColumns
  /** The colour of a truck, as that of a status. */
  readonly look: TruckLook
  /** The screen's own filters, below the search. */
  readonly filters: ReactNode
  /** What else the screen lists, above the trucks. */
  readonly above?: ReactNode
  readonly pickedTruck: number | null
  readonly onPick: (truckId: number) => void
  readonly onPlace: (place: MapPlaces[number]) => void
}

/** Enter in the search opens the first line that is shown: places and drivers stand above the trucks. */
function goToFirst(
  fleet: ReturnType<typeof useFleet>,
  typed: string,
  onPick: FleetPanelProps['onPick'],
  onPlace: FleetPanelProps['onPlace'],
): void {
  const find = firstFind(fleet, typed)
  if (find !== null) return 'place' in find ? onPlace(find.place) : onPick(find.truckId)
  const truck = fleet.rows?.find((row) => row.kind === 'truck')
  const truckId = truck?.kind === 'truck' ? fleetStore.fleet?.truckId[truck.position] : undefined
  if (truckId !== undefined) onPick(truckId)
}

/** The list of trucks that floats over the map, with its search and its filters. */
export const FleetPanel = ({
  ref,
  isOpen,
  onToggle,
  filter,
  onFilter,
  fleet,
  columns,
  look,
  filters,
  above,
  pickedTruck,
  onPick,
  onPlace,
}: FleetPanelProps) => (
  <section ref={ref} className="fleet-panel panel" aria-label={text(WORDS.panel)}>
    <div className="fleet-search">
      <button className="icon-button" onClick={onToggle} aria-expanded={isOpen} aria-label={text(WORDS.panel)} title={text(WORDS.panel)}>
        <PanelIcon />
      </button>
      {isOpen && (
        <label className="fleet-search-box">
          <SearchIcon />
          <input
            type="search"
            value={filter.search}
            placeholder={text(WORDS.search)}
            aria-label={text(WORDS.search)}
            onKeyDown={({ key }) => {
              if (key === 'Enter' && filter.search.trim() !== '') goToFirst(fleet, filter.search, onPick, onPlace)
            }}
            onChange={(event) => onFilter({ ...filter, search: event.target.value })}
          />
        </label>
      )}
      {isOpen && <ColumnsMenu columns={columns} />}
    </div>
    {isOpen && (
      <>
        {filters}
        {above}
        {filter.search.trim() !== '' && <BoardFinds typed={filter.search} {...fleet} onPlace={onPlace} onPick={onPick} />}
        {fleet.rows ? (
          <FleetList
            rows={fleet.rows}
            columns={columns.chosen}
            look={look}
            pickedTruck={pickedTruck}
            onPick={onPick}
            onToggle={(id) => onFilter({ ...filter, closedOrganisations: toggled(filter.closedOrganisations, id) })}
          />
        ) : (
          <p className="fleet-none">{text(WORDS.waiting)}</p>
        )}
      </>
    )}
  </section>
)
