import type { TruckStatusData, TruckStatusRow } from '@tanker/contract/trucks'
import { PRODUCT_GROUPS, productGroupText } from '@tanker/domain/products/product'
import { TRUCK_STATUSES } from '@tanker/domain/trucks/truck-status'
import { BoardLink } from '../platform/account/board-link.tsx'
import { readSession } from '../platform/calls/session.ts'
import { language, text } from '../platform/language.ts'
import { shownDuration, shownWhole } from '../platform/shown-values.ts'
import { DataGrid, type GridColumn } from '../platform/ui/data-grid.tsx'
import { Popover } from '../platform/ui/popover.tsx'
import { oilOf, sinceOf } from './status-rows.ts'

const WORDS = {
  plate: { zh: '车牌号', en: 'Plate' },
  organisation: { zh: '所属组织', en: 'Organisation' },
  since: { zh: '持续时间', en: 'For' },
  speed: { zh: '速度 (km/h)', en: 'Speed (km/h)' },
  place: { zh: '位置', en: 'Place' },
  oil: { zh: '油量 (L)', en: 'Oil (L)' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '获取车辆状态统计失败', en: 'Getting vehicle status statistics failed' },
  none: { zh: '暂无该状态车辆', en: 'No truck in this state' },
  litres: { zh: '升', en: 'L' },
} as const

const columnsFor = (now: number, close: () => void): readonly GridColumn<TruckStatusRow>[] => [
  {
    key: 'plate',
    title: text(WORDS.plate),
    widthPx: 96,
    cell: (row) => (
      <BoardLink search={{ truck: String(row.truckId) }} tabIndex={-1} onClick={close}>
        {row.signCode}
      </BoardLink>
    ),
  },
  ...(readSession().role.sign
    ? [{ key: 'organisation', title: text(WORDS.organisation), widthPx: 120, cell: (row: TruckStatusRow) => row.companyName }]
    : []),
  {
    key: 'since',
    title: text(WORDS.since),
    widthPx: language === 'zh' ? 116 : 132,
    align: 'end',
    cell: (row) => {
      const since = sinceOf(row)
      return since === null ? '' : shownDuration(now - Date.parse(since))
    },
  },
  {
    key: 'speed',
    title: text(WORDS.speed),
    widthPx: language === 'zh' ? 92 : 104,
    align: 'end',
    cell: (row) => (row.speed === null ? '' : shownWhole(row.speed)),
  },
  { key: 'place', title: text(WORDS.place), widthPx: 130, grows: true, cell: (row) => <span title={row.area}>{row.area}</span> },
  { key: 'oil', title: text(WORDS.oil), widthPx: 210, grows: true, cell: (row) => <span title={oilOf(row)}>{oilOf(row)}</span> },
]

const maxTableHeightPx = 200 // spec 9

/** One badge per truck status, each with its trucks (spec 2.11, 4.2), and the oil aboard (spec 9). */
export const StatusBadges = ({ data, failed }: { data: TruckStatusData | undefined; failed: boolean }) => (
  <div className="badges">
    {TRUCK_STATUSES.map(({ code, name, text: words }) => {
      const count = data?.truckStatusCount.find(({ status }) => status === code)?.count
      return (
        <Popover
          key={code}
          width={language === 'zh' ? 760 : 840}
          buttonClass="badge"
          label={`${text(words)} ${count ?? ''}`}
          trigger={
            <>
              <span className="state-dot" style={{ background: `var(--${name})` }} aria-hidden="true" />
              <span className="badge-word">{text(words)}</span> <b>{count ?? '–'}</b>
            </>
          }
        >
          {(close) => (
            <DataGrid
              label={text(words)}
              columns={columnsFor(Date.now(), close)}
              rows={(data?.trucks ?? []).filter(({ status }) => status === code)}
              rowKey={(row) => row.truckId}
              empty={text(data ? WORDS.none : failed ? WORDS.failed : WORDS.loading)}
              maxHeightPx={maxTableHeightPx}
            />
          )}
        </Popover>
      )
    })}
    <dl className="oil-totals">
      {PRODUCT_GROUPS.map((group) => (
        <div key={group}>
          <dt>{text(productGroupText[group])}</dt>
          <dd>
            {data ? shownWhole(data.oilCount[group]) : '–'} <span className="unit">{text(WORDS.litres)}</span>
          </dd>
        </div>
      ))}
    </dl>
  </div>
)
