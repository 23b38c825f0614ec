import { firmwareCalls } from '@tanker/contract/endpoints/firmware'
import { useState } from 'react'
import { call } from '../../platform/calls/call.ts'
import { text } from '../../platform/language.ts'
import { type ActionProps, idOf, type Row } from '../../report/actions.ts'
import { AskingDialog } from '../../platform/ui/asking-dialog.tsx'
import { toast } from '../../platform/ui/toast.ts'

/** What is asked about before it is done. */
type FirmwareAction = 'retry' | 'abort' | 'remove'

const WORDS = {
  retry: { zh: '重试', en: 'Retry' },
  abort: { zh: '中止升级', en: 'Abort' },
  remove: { zh: '删除固件', en: 'Remove' },
  retried: { zh: '已重新下发，车辆在线后开始', en: 'Retry queued; starts when the truck is online' },
  aborted: { zh: '已中止升级', en: 'The upgrade was aborted' },
  removed: { zh: '删除成功', en: 'Deleted' }, // spec 8.3
  cancel: { zh: '取消', en: 'Cancel' },
} as const

const DONE_TEXTS = { retry: WORDS.retried, abort: WORDS.aborted, remove: WORDS.removed } as const

const named = 3

/** The first of them by name, and how many more. */
const namesOf = (rows: readonly Row[], nameOf: (row: Row) => string): string => {
  const names = rows.slice(0, named).map(nameOf)
  const more = rows.length - names.length
  return text({
    zh: names.join('、') + (more > 0 ? ` 等 ${rows.length} 条` : ''),
    en: names.join(', ') + (more > 0 ? ` and ${more} more` : ''),
  })
}

const plateOf = (row: Row): string => (row['plate'] as { plate: string }).plate

const questionOf = (action: FirmwareAction, rows: readonly Row[]): string => {
  if (action === 'remove') {
    const name = namesOf(rows, (row) => `${String(row['file'])} ${String(row['version'])}`)
    return text({ zh: `确定从固件库删除“${name}”吗？`, en: `Remove "${name}" from the library?` })
  }
  const name = namesOf(rows, (row) => `${plateOf(row)} ${String(row['newVersion'])}`)
  if (action === 'retry') return text({ zh: `确定重新下发 ${name} 的升级吗？`, en: `Retry the upgrade of ${name}?` })
  return text({
    zh: `确定中止 ${name} 的升级吗？已收全固件的设备可能仍会安装。`,
    en: `Abort the upgrade of ${name}? A device that has received the whole file may still install it.`,
  })
}

const UPGRADE_CALLS = { retry: firmwareCalls.retryUpgrades, abort: firmwareCalls.abortUpgrades } as const

/** Retries, aborts or removes what was chosen, after asking. */
export const ConfirmUpgradeDialog = ({ name, rows, onDone, onClose }: ActionProps) => {
  const action: FirmwareAction = name === 'retry-upgrade' ? 'retry' : name === 'abort-upgrade' ? 'abort' : 'remove'
  const [running, setRunning] = useState(false)
  const start = async (): Promise<void> => {
    setRunning(true)
    try {
      if (action === 'remove') await call(firmwareCalls.remove, { firmwareId: rows[0] ? idOf(rows[0]) : '' }, { purpose: 'action' })
      else await call(UPGRADE_CALLS[action], { upgradeIds: rows.map(idOf).join() }, { purpose: 'action' })
      toast('success', text(DONE_TEXTS[action]))
    } catch {
      // `call` has shown the reason; the list shows the current state.
    }
    onDone()
  }
  return (
    <AskingDialog
      title={text(WORDS[action])}
      cancel={text(WORDS.cancel)}
      confirm={text(WORDS[action])}
      busy={running}
      onCancel={onClose}
      onConfirm={() => void start()}
    >
      <p>{questionOf(action, rows)}</p>
    </AskingDialog>
  )
}
