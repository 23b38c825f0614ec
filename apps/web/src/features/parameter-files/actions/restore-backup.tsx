import { parameterBackupCalls } from '@tanker/contract/endpoints/parameter-backups'
import type { ComparedBackup } from '@tanker/contract/parameter-backups'
import { MAX_SEND_REASON } from '@tanker/contract/parameter-files'
import { useId, useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { text } from '../../../platform/language.ts'
import { FormDialog } from '../../../platform/ui/form-dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'
import { BackupDifferences, BesideBackup, ClosableDialog } from '../compared-backup.tsx'

const WORDS = {
  submit: { zh: '恢复', en: 'Restore' },
  nothing: { zh: '车上的参数与备份相同，无需恢复', en: 'The truck has what the backup has; there is nothing to restore' },
  changes: {
    zh: '将改变的参数：车上上次上报的值 → 备份的值。由设备上报的参数不变',
    en: 'Fields that change: what the truck reported last → the backup. What devices report stays',
  },
  reason: { zh: '下发原因', en: 'Reason' },
  needsReason: { zh: '请填写下发原因', en: 'Please enter the reason' },
  ordered: {
    zh: '已下发，车辆在线后开始；先备份，写入后回读核对',
    en: 'To be sent when the truck is online: kept first, read back afterwards',
  },
} as const

/** Writes the backup of a row to its truck, after showing what changes. */
const RestoreDialog = ({ row, onClose, onDone }: ActionProps) => (
  <BesideBackup row={row} onClose={onClose}>
    {({ restores, crc32 }, title) =>
      restores.length === 0 ? (
        <ClosableDialog title={title} onClose={onClose}>
          <p className="dialog-note">{text(WORDS.nothing)}</p>
        </ClosableDialog>
      ) : (
        <RestoreForm title={title} backupId={idOf(row)} seen={crc32} restores={restores} onCancel={onClose} onDone={onDone} />
      )
    }
  </BesideBackup>
)

type RestoreFormProps = Pick<ComparedBackup, 'restores'> & {
  readonly title: string
  readonly backupId: string
  readonly seen: number
  readonly onCancel: () => void
  readonly onDone: () => void
}

const RestoreForm = ({ title, backupId, seen, restores, onCancel, onDone }: RestoreFormProps) => {
  const reasonId = useId()
  const [reason, setReason] = useState('')
  const send = async (): Promise<void> => {
    await call(parameterBackupCalls.restore, { backupId, seen, reason: reason.trim() }, { purpose: 'action' })
    toast('success', text(WORDS.ordered))
    onDone()
  }
  return (
    <FormDialog
      title={title}
      count={String(restores.length)}
      submit={text(WORDS.submit)}
      check={() => (reason.trim() === '' ? text(WORDS.needsReason) : null)}
      onSubmit={send}
      onCancel={onCancel}
    >
      <section className="parameter-group">
        <p className="dialog-note">{text(WORDS.changes)}</p>
        <BackupDifferences differences={restores} />
      </section>
      <label htmlFor={reasonId}>{text(WORDS.reason)}</label>
      <input
        id={reasonId}
        className="field"
        maxLength={MAX_SEND_REASON}
        required
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  )
}

export default opens(RestoreDialog)
