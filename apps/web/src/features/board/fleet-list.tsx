import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState, useSyncExternalStore } from 'react'
import { fleetStore } from '../../platform/feed/fleet-store.ts'
import { text } from '../../platform/language.ts'
import { ClosedIcon, OpenIcon } from '../../platform/ui/icons.tsx'
import { LOOK_COLOUR, ROW_HEIGHT } from '../../platform/ui/tokens.ts'
import { useVirtualRows } from '../../platform/ui/virtual-rows.ts'
import type { TruckLook } from '../../platform/map/truck-features.ts'
import type { FleetRow } from './fleet-rows.ts'
import type { ListColumn } from './list-columns.ts'

const WORDS = {
  fleet: { zh: '车辆', en: 'Trucks' },
  plate: { zh: '车牌号', en: 'Plate' },
  none: { zh: '没有符合条件的车辆', en: 'No truck matches' },
} as const

const TruckRow = ({ position, columns, look }: { position: number; columns: readonly ListColumn[]; look: TruckLook }) => {
  const truckId = fleetStore.fleet?.truckId[position] ?? 0
  useSyncExternalStore(
    (changed) => fleetStore.listenTo(truckId, changed),
    () => fleetStore.versionOf(truckId),
  )
  const fleet = fleetStore.fleet
  if (!fleet) return null
  const now = Date.now()
  return (
    <>
      <span className="state-dot" style={{ background: `var(--${LOOK_COLOUR[look(fleet, position)]})` }} />
      <span className="fleet-plate">{fleet.signCode[position]}</span>
      {columns.map(({ key, isNumber, widthPx, cell }) => {
        const words = cell(fleet, position, now)
        return (
          <span key={key} className={isNumber ? 'fleet-number' : 'fleet-words'} style={{ width: widthPx }} title={words}>
            {words}
          </span>
        )
      })}
    </>
  )
}

type FleetListProps = {
  readonly rows: readonly FleetRow[]
  /** Beside the plate. */
  readonly columns: readonly ListColumn[]
  readonly look: TruckLook
  readonly pickedTruck: number | null
  readonly onPick: (truckId: number) => void
  readonly onToggle: (organisationId: number) => void
}

/** Organisations and their trucks as one long tree: only rows in the window exist; one tab stop, arrows inside. */
export const FleetList = ({ rows, columns, look, pickedTruck, onPick, onToggle }: FleetListProps) => {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const { first, end, onScroll, reveal } = useVirtualRows(scroller, rows.length)
  const [active, setActive] = useState(0)
  const at = Math.min(active, rows.length - 1)

  // A truck that was picked on the map shows itself in the list too.
  const showPicked = useEffectEvent((truckId: number | null) => {
    const index = rows.findIndex((row) => row.kind === 'truck' && fleetStore.fleet?.truckId[row.position] === truckId)
    if (index === -1) return
    setActive(index)
    reveal(index, 0, 0)
  })
  const isEmpty = rows.length === 0
  useEffect(() => {
    if (!isEmpty) showPicked(pickedTruck)
  }, [pickedTruck, isEmpty])

  const move = (to: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, to))
    setActive(next)
    reveal(next, 0, 0)
  }

  const act = (row: FleetRow): void => {
    if (row.kind === 'organisation') onToggle(row.id)
    else onPick(fleetStore.fleet?.truckId[row.position] ?? 0)
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[at]
    if (!row) return
    const page = Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    }
    const to = moves[event.key]
    if (to !== undefined) move(to)
    else if (event.key === 'Enter' || event.key === ' ') act(row)
    else if (event.key === 'ArrowRight' && row.kind === 'organisation') {
      if (row.open) move(at + 1)
      else onToggle(row.id)
    } else if (event.key === 'ArrowLeft') {
      if (row.kind === 'organisation' && row.open) onToggle(row.id)
      else move(rows.slice(0, at).findLastIndex(({ level }) => level < row.level))
    } else return
    event.preventDefault()
  }

  if (rows.length === 0) return <p className="fleet-none">{text(WORDS.none)}</p>
  return (
    <>
      <div className="fleet-columns" aria-hidden="true">
        <span className="fleet-plate">{text(WORDS.plate)}</span>
        {columns.map(({ key, name, heading, isNumber, widthPx }) => (
          <span key={key} className={isNumber ? 'fleet-number' : 'fleet-words'} style={{ width: widthPx }} title={text(name)}>
            {heading ?? text(name)}
          </span>
        ))}
      </div>
      <div
        ref={scroller}
        className="fleet-list"
        role="tree"
        tabIndex={0}
        aria-label={text(WORDS.fleet)}
        aria-activedescendant={at >= first && at < end ? `${id}-${at}` : undefined}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        <div role="none" style={{ height: rows.length * ROW_HEIGHT, paddingTop: first * ROW_HEIGHT }}>
          {rows.slice(first, end).map((row, offset) => {
            const index = first + offset
            const picked = row.kind === 'truck' && fleetStore.fleet?.truckId[row.position] === pickedTruck
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the list has the focus and takes the keys; aria-activedescendant names this one
              <div
                key={row.kind === 'organisation' ? `organisation-${row.id}` : row.position}
                id={`${id}-${index}`}
                role="treeitem"
                aria-level={row.level}
                aria-expanded={row.kind === 'organisation' ? row.open : undefined}
                aria-selected={picked}
                className={`fleet-row fleet-${row.kind}`}
                data-active={index === at}
                style={{ paddingInlineStart: 8 + (row.level - 1) * 12 }}
                onClick={() => {
                  setActive(index)
                  act(row)
                }}
              >
                {row.kind === 'truck' ? (
                  <TruckRow position={row.position} columns={columns} look={look} />
                ) : (
                  <>
                    <span className="fleet-twist">{row.open ? <OpenIcon /> : <ClosedIcon />}</span>
                    <span className="fleet-organisation-name" title={row.name}>
                      {row.name}
                    </span>
                    <span className="fleet-count">
                      {row.online}/{row.total}
                    </span>
                  </>
                )}
              </div>
            )
          })}
        </div>
      </div>
    </>
  )
}
