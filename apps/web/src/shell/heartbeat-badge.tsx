import type { HeartbeatTimeout } from '@tanker/contract/trucks'
import { BoardLink } from '../platform/account/board-link.tsx'
import { language, text } from '../platform/language.ts'
import { shownDuration, shownTime } from '../platform/shown-values.ts'
import { DataGrid, type GridColumn } from '../platform/ui/data-grid.tsx'
import { NoLineIcon } from '../platform/ui/icons.tsx'
import { Popover } from '../platform/ui/popover.tsx'
import { useHeartbeatTimeouts } from '../platform/account/account-queries.ts'

const WORDS = {
  title: { zh: '心跳超时', en: 'No heartbeat' },
  plate: { zh: '车牌号', en: 'Plate' },
  organisation: { zh: '所属组织', en: 'Organisation' },
  heart: { zh: '最后心跳', en: 'Last heartbeat' },
  position: { zh: '最后定位', en: 'Last position' },
  silent: { zh: '已静默', en: 'Silent for' },
  none: { zh: '没有心跳超时的车辆', en: 'No truck has missed its heartbeats' },
} as const

const columnsFor = (now: number, close: () => void): readonly GridColumn<HeartbeatTimeout>[] => [
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
  { key: 'organisation', title: text(WORDS.organisation), widthPx: 140, grows: true, cell: (row) => row.companyName },
  { key: 'heart', title: text(WORDS.heart), widthPx: 140, cell: (row) => shownTime(row.heartTime) },
  { key: 'position', title: text(WORDS.position), widthPx: 140, cell: (row) => (row.gpsTime === null ? '' : shownTime(row.gpsTime)) },
  { key: 'silent', title: text(WORDS.silent), widthPx: 120, align: 'end', cell: (row) => shownDuration(now - Date.parse(row.heartTime)) },
]

/** Trucks whose heartbeats stay away; hidden while there are none. */
export const HeartbeatBadge = ({ superMan }: { superMan: boolean }) => {
  const { data } = useHeartbeatTimeouts(superMan)
  if (!data || data.length === 0) return null
  return (
    <Popover
      width={language === 'zh' ? 680 : 720}
      buttonClass="badge heartbeat-badge"
      label={`${text(WORDS.title)} ${data.length}`}
      trigger={
        <>
          <NoLineIcon />
          <span className="badge-word">{text(WORDS.title)}</span> <b>{data.length}</b>
        </>
      }
    >
      {(close) => (
        <DataGrid
          label={text(WORDS.title)}
          columns={columnsFor(Date.now(), close)}
          rows={data}
          rowKey={(row) => row.truckId}
          empty={text(WORDS.none)}
          maxHeightPx={200}
        />
      )}
    </Popover>
  )
}
