import type { Storage } from '@tanker/contract/storage'
import { text } from '../platform/language.ts'
import { shownTime, shownWhole } from '../platform/shown-values.ts'
import { DataGrid, type GridColumn } from '../platform/ui/data-grid.tsx'
import { StorageIcon } from '../platform/ui/icons.tsx'
import { Popover } from '../platform/ui/popover.tsx'
import { useStorage } from '../platform/account/account-queries.ts'
import { type Full, fullest, gigabytes, shareOf } from './storage-share.ts'

const WORDS = {
  title: { zh: '存储空间不足', en: 'Storage nearly full' },
  where: { zh: '位置', en: 'Where' },
  disk: { zh: '磁盘', en: 'Disk' },
  database: { zh: '数据库', en: 'Database' },
  used: { zh: '已用', en: 'Used' },
  free: { zh: '剩余', en: 'Free' },
  share: { zh: '使用率', en: 'Share' },
  none: { zh: '存储空间充足', en: 'Enough free space' },
  advice: {
    zh: '空间用尽后车辆数据将无法保存，车载终端会缓存并等待。请扩容，或缩短数据保留天数（TANKER_KEEP_DAYS）。',
    en: 'When storage is full, truck data can no longer be saved; terminals keep it until there is room. Add storage or shorten retention (TANKER_KEEP_DAYS).',
  },
  size: { zh: '数据库大小', en: 'Size of the database' },
  lastRun: { zh: '上次清理', en: 'Old data removed' },
  never: { zh: '尚未清理', en: 'not yet' },
  nothing: { zh: '无过期数据', en: 'no data was old enough' },
  rows: { zh: '条', en: 'rows' },
  failed: { zh: '清理失败', en: 'Not removed' },
} as const

const COLUMNS: readonly GridColumn<Full>[] = [
  { key: 'where', title: text(WORDS.where), widthPx: 110, grows: true, cell: (row) => `${text(WORDS[row.what])} · ${row.process}` },
  { key: 'used', title: text(WORDS.used), widthPx: 84, align: 'end', cell: (row) => gigabytes(row.usedBytes) },
  {
    key: 'free',
    title: text(WORDS.free),
    widthPx: 84,
    align: 'end',
    cell: (row) => gigabytes(Math.max(0, row.totalBytes - row.usedBytes)),
  },
  { key: 'share', title: text(WORDS.share), widthPx: 68, align: 'end', cell: (row) => shareOf(row) },
]

const removedWords = ({ removed }: NonNullable<Storage['lastRun']>): string =>
  removed.length === 0
    ? text(WORDS.nothing)
    : removed.map(({ kind, rows }) => `${kind} ${shownWhole(rows)} ${text(WORDS.rows)}`).join(text({ zh: '，', en: ', ' }))

/** Disks that are fuller than 80 %, for super administrators; hidden while there are none. */
export const StorageBadge = ({ superMan }: { superMan: boolean }) => {
  const { data } = useStorage(superMan)
  const worst = data && fullest(data.full)
  if (!data || !worst) return null
  return (
    <Popover
      width={520}
      buttonClass="badge storage-badge"
      label={`${text(WORDS.title)} ${shareOf(worst)}`}
      trigger={
        <>
          <StorageIcon />
          <span className="badge-word">{text(WORDS.title)}</span> <b>{shareOf(worst)}</b>
        </>
      }
    >
      {() => (
        <>
          <DataGrid
            label={text(WORDS.title)}
            columns={COLUMNS}
            rows={data.full}
            rowKey={(row) => `${row.process} ${row.what}`}
            empty={text(WORDS.none)}
            maxHeightPx={140}
          />
          <div className="storage-words">
            <p>{text(WORDS.advice)}</p>
            <dl className="facts">
              <dt>{text(WORDS.size)}</dt>
              <dd>{gigabytes(data.databaseBytes)}</dd>
              <dt>{text(WORDS.lastRun)}</dt>
              <dd>{data.lastRun === null ? text(WORDS.never) : `${shownTime(data.lastRun.startedAt)} · ${removedWords(data.lastRun)}`}</dd>
            </dl>
            {data.lastRun?.problems.map(({ kind, problem }) => (
              <p key={kind} className="storage-problem">
                {text(WORDS.failed)}: {kind} ({problem})
              </p>
            ))}
          </div>
        </>
      )}
    </Popover>
  )
}
