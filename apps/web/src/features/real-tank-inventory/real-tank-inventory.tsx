import type { FilterKind, FilterValue } from '@tanker/contract/report-view'
import { INVENTORY_REFRESH_S } from '@tanker/contract/tank-inventory'
import { PRODUCT_GROUPS, type ProductGroup, productGroupText } from '@tanker/domain/products/product'
import { useCallback, useMemo, useState } from 'react'
import { readSession } from '../../platform/calls/session.ts'
import { text } from '../../platform/language.ts'
import type { Place } from '../../report/cells.tsx'
import { FilterField } from '../../report/filters.tsx'
import { PlaceDialog } from '../../report/place-dialog.tsx'
import { ownFilter } from '../../platform/screen-frame/own-filter.ts'
import { ScreenFrame } from '../../platform/screen-frame/screen-frame.tsx'
import { shownTime, shownWhole } from '../../platform/shown-values.ts'
import { PRODUCT_COLOUR } from '../../platform/ui/tokens.ts'
import { type InventoryFilter, useInventory } from './inventory-query.ts'
import { StaleNote } from '../../platform/ui/stale-note.tsx'
import './real-tank-inventory.css'
import { TankCards } from './tank-cards.tsx'
import { countMarks, TANK_MARKS, TANK_MARK_TEXTS, type TankMark } from './tank-marks.ts'
import { TankTable } from './tank-table.tsx'

const WORDS = {
  title: { zh: '实时罐存', en: 'Real-time tank inventory' },
  scope: { zh: '组织或车辆', en: 'Organisation or truck' },
  product: { zh: '油品', en: 'Product' },
  refresh: { zh: '刷新间隔', en: 'Refresh' },
  view: { zh: '显示方式', en: 'Show as' },
  tanks: { zh: '罐图', en: 'Drawings' },
  table: { zh: '表格', en: 'Table' },
  totals: { zh: '合计', en: 'Total' },
  only: { zh: '只看', en: 'Show only' },
  empty: { zh: '暂无数据', en: 'No data' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '数据加载失败，请重试', en: 'The tanks could not be read, please try again' },
  again: { zh: '重试', en: 'Try again' },
} as const

const EVERY_KEPT_AS = 'inventory-every'
const VIEW_KEPT_AS = 'inventory-view'

const SCOPE = ownFilter('scope', 'truck-or-organisation', WORDS.scope)
const EMPTY_SCOPE = { truckIds: [], organisationIds: [] }
const PRODUCT = ownFilter('products', 'choice', WORDS.product, {
  choices: PRODUCT_GROUPS.map((value) => ({ value, label: text(productGroupText[value]) })),
})

const readAtText = (at: number): string => text({ zh: `${shownTime(at)} 更新`, en: `Read ${shownTime(at)}` })

/** cargo_monitor/event_report/real_tank_inventory: what stands in every tank now, as drawings or as a table. */
export const RealTankInventory = () => {
  const [filter, setFilter] = useState<InventoryFilter>(() => ({
    scope: { truckIds: [], organisationIds: [readSession().userInfo.organisationId] },
    products: [],
  }))
  const [everyS, setEveryS] = useState(
    () => INVENTORY_REFRESH_S.find((seconds) => String(seconds) === localStorage.getItem(EVERY_KEPT_AS)) ?? 10,
  )
  const [asTable, setAsTable] = useState(() => localStorage.getItem(VIEW_KEPT_AS) === 'table')
  const [only, setOnly] = useState<TankMark | null>(null)
  const [place, setPlace] = useState<Place | null>(null)
  const { query, marked } = useInventory(filter, everyS)
  const openPlace = useCallback((at: Place) => setPlace(at), [])

  const counts = useMemo(() => countMarks(marked?.marks ?? []), [marked])
  const rows = useMemo(() => {
    const all = marked?.inventory.tanks.truck.map((_, tank) => tank) ?? []
    return only === null ? all : all.filter((tank) => marked?.marks[tank]?.includes(only))
  }, [marked, only])

  const chooseView = (table: boolean): void => {
    localStorage.setItem(VIEW_KEPT_AS, table ? 'table' : 'tanks')
    setAsTable(table)
  }
  const chooseEvery = (seconds: number): void => {
    localStorage.setItem(EVERY_KEPT_AS, String(seconds))
    setEveryS(INVENTORY_REFRESH_S.find((one) => one === seconds) ?? 10)
  }

  const empty = query.isError ? (
    <>
      <p>{text(WORDS.failed)}</p>
      <button type="button" className="button" onClick={() => void query.refetch()}>
        {text(WORDS.again)}
      </button>
    </>
  ) : query.isPending && query.isFetching ? (
    text(WORDS.loading)
  ) : (
    text(WORDS.empty)
  )

  return (
    <ScreenFrame
      title={text(WORDS.title)}
      onSearch={null}
      tools={
        <>
          <span className="inventory-read" role="status">
            {marked ? readAtText(marked.inventory.readAt) : ''}
          </span>
          <div className="switch" role="group" aria-label={text(WORDS.view)}>
            <button type="button" aria-pressed={!asTable} onClick={() => chooseView(false)}>
              {text(WORDS.tanks)}
            </button>
            <button type="button" aria-pressed={asTable} onClick={() => chooseView(true)}>
              {text(WORDS.table)}
            </button>
          </div>
        </>
      }
      filters={
        <>
          <FilterField
            filter={SCOPE}
            value={filter.scope}
            onChange={(value) =>
              setFilter({ ...filter, scope: (value as FilterValue<'truck-or-organisation'> | undefined) ?? EMPTY_SCOPE })
            }
          />
          <FilterField
            filter={PRODUCT}
            value={[...filter.products]}
            onChange={(value: FilterValue<FilterKind> | undefined) =>
              setFilter({ ...filter, products: (value as ProductGroup[] | undefined) ?? [] })
            }
          />
          <div className="filter">
            <label htmlFor="inventory-every">{text(WORDS.refresh)}</label>
            <select id="inventory-every" className="field" value={everyS} onChange={({ target }) => chooseEvery(Number(target.value))}>
              {INVENTORY_REFRESH_S.map((seconds) => (
                <option key={seconds} value={seconds}>
                  {text({ zh: `${seconds} 秒`, en: `${seconds} s` })}
                </option>
              ))}
            </select>
          </div>
        </>
      }
    >
      <StaleNote query={query} />
      <div className="inventory-sums">
        <dl aria-label={text(WORDS.totals)}>
          {PRODUCT_GROUPS.map((group) => (
            <div key={group}>
              <dt>
                <i style={{ background: PRODUCT_COLOUR[group] }} aria-hidden="true" />
                {text(productGroupText[group])}
              </dt>
              <dd>{marked ? `${shownWhole(marked.inventory.totals[group])} L` : '–'}</dd>
            </div>
          ))}
        </dl>
        <div className="inventory-marks" role="group" aria-label={text(WORDS.only)}>
          {TANK_MARKS.map((mark) => (
            <button
              key={mark}
              type="button"
              className="tank-mark"
              data-mark={mark}
              data-none={counts[mark] === 0}
              aria-pressed={only === mark}
              disabled={counts[mark] === 0 && only !== mark}
              onClick={() => setOnly(only === mark ? null : mark)}
            >
              {text(TANK_MARK_TEXTS[mark])} <b>{counts[mark]}</b>
            </button>
          ))}
        </div>
      </div>
      {marked === null ? (
        <div className="waiting">{empty}</div>
      ) : asTable ? (
        <TankTable marked={marked} rows={rows} busy={query.isPlaceholderData} empty={empty} onPlace={openPlace} />
      ) : (
        <TankCards marked={marked} rows={rows} empty={empty} onPlace={openPlace} />
      )}
      {place && <PlaceDialog place={place} onClose={() => setPlace(null)} />}
    </ScreenFrame>
  )
}
