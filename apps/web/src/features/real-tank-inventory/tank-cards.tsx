import type { TankInventory } from '@tanker/contract/tank-inventory'
import { TRUCK_STATUSES } from '@tanker/domain/trucks/truck-status'
import { BoardLink } from '../../platform/account/board-link.tsx'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { text } from '../../platform/language.ts'
import type { Place } from '../../report/cells.tsx'
import { shownTime, shownWhole } from '../../platform/shown-values.ts'
import { BARE_RATIO, TankDrawing } from '../../platform/tank/tank-drawing.tsx'
import type { MarkedInventory } from './inventory-query.ts'
import { cardsOf } from './tank-order.ts'
import { TANK_MARKS, TANK_MARK_TEXTS } from './tank-marks.ts'
import { oilNameOf } from './tank-table.tsx'

const WORDS = {
  trucks: { zh: '各车罐存', en: 'Tanks by truck' },
  aboard: { zh: '合计', en: 'Aboard' },
  never: { zh: '从未上报', en: 'never reported' },
  compartment: { zh: '仓', en: 'No. ' },
  openPlace: { zh: '在地图上查看', en: 'Show on the map' },
} as const

const NARROWEST_PX = 320
/** Header, foot and padding around the drawing. */
const AROUND_PX = 76
const GAP_PX = 10
const SPARE_ROWS = 2

type CompartmentList = Parameters<typeof TankDrawing>[0]['compartments']

const compartmentsOf = ({ trucks, tanks }: TankInventory, truck: number, own: readonly number[]): CompartmentList =>
  own.map((tank) => {
    const at = trucks.at[truck] ?? null
    return {
      compartment: tanks.compartment[tank] ?? 0,
      oilCode: tanks.oilCode[tank] ?? 0,
      oilName: oilNameOf(tanks, tank),
      capacityL: Math.max(1, tanks.capacityL[tank] ?? 0),
      levelMm: tanks.levelMm[tank] ?? null,
      volumeL: tanks.volumeL[tank] ?? null,
      v20L: tanks.v20L[tank] ?? null,
      temperatureC: tanks.temperatureC[tank] ?? null,
      densityKgM3: tanks.densityKgM3[tank] ?? null,
      waterMm: tanks.waterMm[tank] ?? null,
      fault: tanks.fault[tank] ?? 0,
      at: at === null ? null : new Date(at).toISOString(),
    }
  })

type CardProps = {
  readonly marked: MarkedInventory
  readonly truck: number
  readonly own: readonly number[]
  readonly onPlace: (place: Place) => void
}

const TankCard = ({ marked: { inventory, marks }, truck, own, onPlace }: CardProps) => {
  const { trucks, tanks } = inventory
  const status = TRUCK_STATUSES[trucks.status[truck] ?? 0]
  const at = trucks.at[truck] ?? null
  const [lat, lng] = [trucks.lat[truck] ?? null, trucks.lng[truck] ?? null]
  const found = own.flatMap((tank) => (marks[tank] ?? []).map((mark) => ({ mark, compartment: tanks.compartment[tank] ?? 0 })))
  const isStale = found.some(({ mark }) => mark === 'stale' || mark === 'silent')
  const worst = TANK_MARKS.find((mark) => found.some((one) => one.mark === mark))
  const aboardL = own.reduce((sum, tank) => sum + (tanks.volumeL[tank] ?? 0), 0)
  return (
    <article className="tank-card" data-stale={isStale} data-mark={worst} aria-label={trucks.signCode[truck]}>
      <header>
        <span className="state-dot" style={{ background: `var(--${status?.name})` }} aria-hidden="true" />
        <BoardLink search={{ truck: String(trucks.truckId[truck]) }}>{trucks.signCode[truck]}</BoardLink>
        <span className="tank-card-state">{status && text(status.text)}</span>
        <time>{at === null ? text(WORDS.never) : shownTime(at)}</time>
      </header>
      <div className="tank-card-drawing">
        <TankDrawing compartments={compartmentsOf(inventory, truck, own)} seals={[]} />
      </div>
      <footer>
        <span className="tank-card-marks">
          {TANK_MARKS.filter((mark) => found.some((one) => one.mark === mark)).map((mark) => (
            <span key={mark} className="tank-mark" data-mark={mark}>
              {text(TANK_MARK_TEXTS[mark])}
              {mark !== 'stale' && mark !== 'silent' && (
                <>
                  {' '}
                  {text({
                    zh: found.flatMap((one) => (one.mark === mark ? `${one.compartment}仓` : [])).join('、'),
                    en: found.flatMap((one) => (one.mark === mark ? `C${one.compartment}` : [])).join(', '),
                  })}
                </>
              )}
            </span>
          ))}
        </span>
        {lat !== null && lng !== null && (
          <button
            type="button"
            className="cell-button"
            title={text(WORDS.openPlace)}
            onClick={() => onPlace({ name: trucks.area[truck] ?? '', lat, lng })}
          >
            {trucks.area[truck] || `${lat.toFixed(4)}, ${lng.toFixed(4)}`}
          </button>
        )}
        <b>{at === null ? '–' : `${shownWhole(aboardL)} L`}</b>
      </footer>
    </article>
  )
}

type TankCardsProps = {
  readonly marked: MarkedInventory
  readonly rows: readonly number[]
  readonly empty: ReactNode
  readonly onPlace: (place: Place) => void
}

/** A drawing for each truck; only those in sight exist. */
export const TankCards = ({ marked, rows, empty, onPlace }: TankCardsProps) => {
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ width: 1000, height: 700, top: 0 })

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = (): void => setView({ width: element.clientWidth, height: element.clientHeight, top: element.scrollTop })
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])

  const { inventory } = marked
  const cards = useMemo(() => cardsOf(marked, rows), [marked, rows])

  const columns = Math.max(1, Math.floor((view.width - GAP_PX) / (NARROWEST_PX + GAP_PX)))
  const cardWidth = (view.width - GAP_PX * (columns + 1)) / columns
  const rowHeight = Math.round((cardWidth - 29) * BARE_RATIO) + AROUND_PX + GAP_PX
  const count = Math.ceil(cards.length / columns)
  const first = Math.max(0, Math.floor(view.top / rowHeight) - SPARE_ROWS)
  const end = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + SPARE_ROWS)

  return (
    <div
      ref={scroller}
      className="tank-cards"
      role="region"
      tabIndex={0}
      aria-label={text(WORDS.trucks)}
      onScroll={({ currentTarget: { scrollTop } }) => setView((held) => ({ ...held, top: scrollTop }))}
    >
      {cards.length === 0 ? (
        <div className="tank-cards-empty">{empty}</div>
      ) : (
        <div style={{ height: count * rowHeight + GAP_PX, paddingTop: first * rowHeight }}>
          <div
            className="tank-cards-grid"
            style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gridAutoRows: rowHeight - GAP_PX }}
          >
            {cards.slice(first * columns, end * columns).map(([truck, own]) => (
              <TankCard key={inventory.trucks.truckId[truck]} marked={marked} truck={truck} own={own} onPlace={onPlace} />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
