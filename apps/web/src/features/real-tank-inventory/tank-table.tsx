import type { TankInventory } from '@tanker/contract/tank-inventory'
import type { Text } from '@tanker/domain/texts/text'
import { TRUCK_STATUSES } from '@tanker/domain/trucks/truck-status'
import { BoardLink } from '../../platform/account/board-link.tsx'
import { type ReactNode, useMemo, useState } from 'react'
import { readSession } from '../../platform/calls/session.ts'
import { text } from '../../platform/language.ts'
import type { Place } from '../../report/cells.tsx'
import { shownDecimal, shownTime, shownWhole } from '../../platform/shown-values.ts'
import { productLook, productWords } from '../../platform/tank/product-look.ts'
import { DataGrid, type GridColumn } from '../../platform/ui/data-grid.tsx'
import type { MarkedInventory } from './inventory-query.ts'
import { TANK_MARK_TEXTS, type TankMark } from './tank-marks.ts'
import { differenceL, fillPercent, sortedBy, ullageL } from './tank-numbers.ts'

const WORDS = {
  title: { zh: '实时罐存', en: 'Real-time tank inventory' },
  plate: { zh: '车牌号', en: 'Plate' },
  organisation: { zh: '所属组织', en: 'Organisation' },
  time: { zh: '时间', en: 'Time' },
  compartment: { zh: '仓', en: 'No.' },
  product: { zh: '油品', en: 'Product' },
  fill: { zh: '充装率 (%)', en: 'Fill (%)' },
  volume: { zh: '视体积 (L)', en: 'Volume (L)' },
  console: { zh: '主机体积 (L)', en: 'By the console (L)' },
  platform: { zh: '平台体积 (L)', en: 'By the platform (L)' },
  difference: { zh: '主机−平台 (L)', en: 'Console − platform (L)' },
  ullage: { zh: '空容 (L)', en: 'Ullage (L)' },
  v20: { zh: '标准体积 (L)', en: 'V20 (L)' },
  level: { zh: '液位 (mm)', en: 'Level (mm)' },
  raw: { zh: '原始液位 (mm)', en: 'Raw level (mm)' },
  temperature: { zh: '温度 (°C)', en: 'Temperature (°C)' },
  density: { zh: '密度 (kg/m³)', en: 'Density (kg/m³)' },
  water: { zh: '水位 (mm)', en: 'Water (mm)' },
  waterL: { zh: '水体积 (L)', en: 'Water (L)' },
  axial: { zh: '纵向倾角 (°)', en: 'Axial tilt (°)' },
  lateral: { zh: '横向倾角 (°)', en: 'Lateral tilt (°)' },
  place: { zh: '位置', en: 'Place' },
  state: { zh: '状态', en: 'State' },
  fault: { zh: '故障类型', en: 'Fault type' },
  healthy: { zh: '正常', en: 'None' },
  openPlace: { zh: '在地图上查看', en: 'Show on the map' },
} as const

type Row = { readonly tank: number; readonly truck: number; readonly marks: readonly TankMark[] }
type Tanks = TankInventory['tanks']

/** What a tank holds, as every list calls it. */
export const oilNameOf = ({ oilName, oilCode }: Tanks, tank: number): string => productWords(oilCode[tank] ?? 0, oilName[tank])

const shown = (value: number | null | undefined, digits: 0 | 1 | 2): string =>
  value === null || value === undefined ? '–' : digits === 0 ? shownWhole(value) : shownDecimal(value, digits)

const Marks = ({ marks }: { marks: readonly TankMark[] }) => (
  <>
    {marks.map((mark) => (
      <span key={mark} className="tank-mark" data-mark={mark}>
        {text(TANK_MARK_TEXTS[mark])}
      </span>
    ))}
  </>
)

type TankTableProps = {
  readonly marked: MarkedInventory
  readonly rows: readonly number[]
  readonly busy: boolean
  readonly empty: ReactNode
  readonly onPlace: (place: Place) => void
}

/** One row a tank, with everything that its gauge says (spec 3.9). */
export const TankTable = ({ marked: { inventory, marks }, rows: tankRows, busy, empty, onPlace }: TankTableProps) => {
  const [sort, setSort] = useState<{ readonly by: string; readonly order: 'asc' | 'desc' } | null>(null)
  const { trucks, tanks } = inventory
  const withOrganisation = readSession().role.sign

  const columns = useMemo((): (GridColumn<Row> & { readonly sortedBy?: (row: Row) => number | null })[] => {
    const stale = ({ marks: own }: Row, content: ReactNode): ReactNode =>
      own.includes('stale') ? <span className="tank-stale">{content}</span> : content
    const number = (key: string, title: Text, widthPx: number, digits: 0 | 1 | 2, value: (row: Row) => number | null | undefined) => ({
      key,
      title: text(title),
      widthPx,
      grows: true,
      align: 'end' as const,
      sortedBy: (row: Row) => value(row) ?? null,
      cell: (row: Row) => stale(row, shown(value(row), digits)),
    })
    const fill = (row: Row): ReactNode => {
      const percent = fillPercent(tanks, row.tank)
      if (percent === null) return '–'
      const { colour } = productLook(tanks.oilCode[row.tank] ?? 0)
      return (
        <span className="tank-fill">
          <i style={{ width: `${Math.min(100, percent)}%`, background: colour }} aria-hidden="true" />
          <b>{shownDecimal(percent, 1)}</b>
        </span>
      )
    }
    const product = (row: Row): ReactNode => {
      const { colour, letter } = productLook(tanks.oilCode[row.tank] ?? 0)
      const name = oilNameOf(tanks, row.tank)
      return (
        <span className="tank-product" title={name}>
          <i style={{ background: colour }} aria-hidden="true">
            {letter}
          </i>
          {name}
        </span>
      )
    }
    return [
      {
        key: 'plate',
        pinned: 'start' as const,
        title: text(WORDS.plate),
        widthPx: 116,
        cell: ({ truck }) => {
          const status = TRUCK_STATUSES[trucks.status[truck] ?? 0]
          return (
            <span className="tank-plate">
              <span
                className="state-dot"
                style={{ background: `var(--${status?.name})` }}
                title={status && text(status.text)}
                aria-hidden="true"
              />
              <BoardLink search={{ truck: String(trucks.truckId[truck]) }} tabIndex={-1}>
                {trucks.signCode[truck]}
              </BoardLink>
            </span>
          )
        },
      },
      ...(withOrganisation
        ? [
            {
              key: 'organisation',
              title: text(WORDS.organisation),
              widthPx: 130,
              cell: ({ truck }: Row) => <span title={trucks.companyName[truck]}>{trucks.companyName[truck]}</span>,
            },
          ]
        : []),
      { ...number('compartment', WORDS.compartment, 52, 0, ({ tank }) => tanks.compartment[tank]), grows: false },
      { key: 'product', title: text(WORDS.product), widthPx: 132, cell: product },
      {
        key: 'state',
        title: text(WORDS.state),
        widthPx: 132,
        sortedBy: (row) => -row.marks.length,
        cell: (row) => <Marks marks={row.marks} />,
      },
      { ...number('fill', WORDS.fill, 108, 1, ({ tank }) => fillPercent(tanks, tank)), cell: (row) => stale(row, fill(row)) },
      number('volume', WORDS.volume, 108, 1, ({ tank }) => tanks.volumeL[tank]),
      number('ullage', WORDS.ullage, 104, 1, ({ tank }) => ullageL(tanks, tank)),
      number('v20', WORDS.v20, 112, 1, ({ tank }) => tanks.v20L[tank]),
      number('level', WORDS.level, 100, 1, ({ tank }) => tanks.levelMm[tank]),
      number('raw', WORDS.raw, 122, 1, ({ tank }) => tanks.rawLevelMm[tank]),
      number('temperature', WORDS.temperature, 128, 1, ({ tank }) => tanks.temperatureC[tank]),
      number('density', WORDS.density, 124, 1, ({ tank }) => tanks.densityKgM3[tank]),
      number('water', WORDS.water, 100, 1, ({ tank }) => tanks.waterMm[tank]),
      number('waterL', WORDS.waterL, 104, 1, ({ tank }) => tanks.waterL[tank]),
      // Only where a tank table lets the platform compute beside the console.
      ...(tanks.platformL.some((litres) => litres !== null)
        ? [
            number('console', WORDS.console, 112, 1, ({ tank }) => tanks.consoleL[tank]),
            number('platform', WORDS.platform, 112, 1, ({ tank }) => tanks.platformL[tank]),
            number('difference', WORDS.difference, 112, 1, ({ tank }) => differenceL(tanks, tank)),
          ]
        : []),
      number('axial', WORDS.axial, 112, 2, ({ truck }) => trucks.tiltAxialDeg[truck]),
      number('lateral', WORDS.lateral, 116, 2, ({ truck }) => trucks.tiltLateralDeg[truck]),
      {
        key: 'fault',
        title: text(WORDS.fault),
        widthPx: 96,
        cell: ({ tank }) => {
          const fault = tanks.fault[tank] ?? null
          return fault === null ? '–' : fault === 0 ? text(WORDS.healthy) : <b className="tank-fault-code">{fault}</b>
        },
      },
      {
        key: 'place',
        title: text(WORDS.place),
        widthPx: 190,
        grows: true,
        cell: ({ truck }) => {
          const [lat, lng, name] = [trucks.lat[truck] ?? null, trucks.lng[truck] ?? null, trucks.area[truck] ?? '']
          if (lat === null || lng === null) return '–'
          return (
            <button
              type="button"
              className="cell-button"
              tabIndex={-1}
              title={text(WORDS.openPlace)}
              onClick={() => onPlace({ name, lat, lng })}
            >
              {name || `${lat.toFixed(4)}, ${lng.toFixed(4)}`}
            </button>
          )
        },
      },
      {
        key: 'time',
        title: text(WORDS.time),
        widthPx: 152,
        sortedBy: ({ truck }) => trucks.at[truck] ?? null,
        cell: (row) => stale(row, trucks.at[row.truck] ? shownTime(trucks.at[row.truck] as number) : '–'),
      },
    ]
  }, [trucks, tanks, withOrganisation, onPlace])

  const rows = useMemo(() => {
    const all = tankRows.map((tank): Row => ({ tank, truck: tanks.truck[tank] ?? 0, marks: marks[tank] ?? [] }))
    const valueOf = columns.find(({ key }) => key === sort?.by)?.sortedBy
    if (!valueOf || !sort) return all
    return sortedBy(all, valueOf, sort.order)
  }, [tankRows, tanks, marks, columns, sort])

  return (
    <DataGrid
      label={text(WORDS.title)}
      columns={columns.map((column) =>
        column.sortedBy
          ? {
              ...column,
              sort: sort?.by === column.key ? sort.order : null,
              onSort: () => setSort({ by: column.key, order: sort?.by === column.key && sort.order === 'desc' ? 'asc' : 'desc' }),
            }
          : column,
      )}
      rows={rows}
      rowKey={({ tank, truck }) => `${trucks.truckId[truck]}-${tanks.compartment[tank]}`}
      empty={empty}
      busy={busy}
    />
  )
}
