import { APPROVAL_TYPES } from '@tanker/contract/base-data/fence'
import type { PendingApprovals } from '@tanker/contract/fence-approvals'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { readSession } from '../platform/calls/session.ts'
import { text } from '../platform/language.ts'
import { shownTime } from '../platform/shown-values.ts'
import { DataGrid, type GridColumn } from '../platform/ui/data-grid.tsx'
import { FenceIcon } from '../platform/ui/icons.tsx'
import { Popover } from '../platform/ui/popover.tsx'
import { toast } from '../platform/ui/toast.ts'
import { useFenceApprovals } from '../platform/account/account-queries.ts'
import { freshApprovals, freshWords, keepKnownApprovals, knownApprovals } from './fresh-approvals.ts'

const WORDS = {
  title: { zh: '围栏待审批', en: 'Fences to approve' },
  short: { zh: '围栏待审批', en: 'To approve' },
  fence: { zh: '围栏名称', en: 'Fence' },
  change: { zh: '变更类型', en: 'Change' },
  modifier: { zh: '修改人', en: 'Modifier' },
  modified: { zh: '修改时间', en: 'Modified' },
  none: { zh: '没有待审批的围栏', en: 'No fence is awaiting approval' },
  open: { zh: '前往电子围栏审批', en: 'Open fence approval' },
} as const

type Pending = PendingApprovals[number]

const COLUMNS: readonly GridColumn<Pending>[] = [
  { key: 'fence', title: text(WORDS.fence), widthPx: 150, grows: true, cell: (row) => row.fenceName },
  { key: 'change', title: text(WORDS.change), widthPx: 80, cell: (row) => text(APPROVAL_TYPES[row.type]) },
  { key: 'modifier', title: text(WORDS.modifier), widthPx: 100, cell: (row) => row.modifier },
  { key: 'modified', title: text(WORDS.modified), widthPx: 150, cell: (row) => shownTime(row.modifiedAt) },
]

/** Fences awaiting approval, for approvers; hidden while there are none. New ones of others are notified once, not at each load. */
export const FenceNotice = ({ roleName }: { roleName: string }) => {
  const { data } = useFenceApprovals(roleName)
  useEffect(() => {
    if (!data) return
    const { userName } = readSession().token
    const { fresh, now } = freshApprovals(knownApprovals(userName), data, userName)
    keepKnownApprovals(userName, now)
    if (fresh > 0) toast('info', text(freshWords(fresh)))
  }, [data])
  if (!data || data.length === 0) return null
  return (
    <Popover
      width={560}
      buttonClass="badge fence-badge"
      label={`${text(WORDS.title)} ${data.length}`}
      trigger={
        <>
          <FenceIcon />
          <span className="badge-word">{text(WORDS.short)}</span> <b>{data.length}</b>
        </>
      }
    >
      {(close) => (
        <>
          <DataGrid
            label={text(WORDS.title)}
            columns={COLUMNS}
            rows={data}
            rowKey={(row) => row.id}
            empty={text(WORDS.none)}
            maxHeightPx={200}
          />
          <p className="fence-notice-link">
            <Link to="/setting/base_data/enclosure_approval" onClick={close}>
              {text(WORDS.open)}
            </Link>
          </p>
        </>
      )}
    </Popover>
  )
}
