import { alarmCalls } from '@tanker/contract/endpoints/alarms'
import { CONFIRM_STATES } from '@tanker/domain/alarms/handling'
import { useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { text } from '../../../platform/language.ts'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'

const WORDS = {
  title: { zh: '更改确认', en: 'Change verdict' },
  cancel: { zh: '取消', en: 'Cancel' },
  save: { zh: '提交', en: 'Submit' },
  saved: { zh: '确认状态已更改', en: 'Verdict changed' },
} as const

const CONFIRMS = ['confirmed', 'non-abnormal'] as const

/** Changes the verdict of handled alarms; the server refuses unhandled ones (spec 5.4). */
const ChangeVerdictDialog = ({ rows, onDone, onClose }: ActionProps) => {
  const [confirm, setConfirm] = useState<(typeof CONFIRMS)[number]>('confirmed')
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      await call(alarmCalls.confirm, { alarmIds: rows.map(idOf).join(','), confirm }, { purpose: 'action' })
      toast('success', text(WORDS.saved))
      onDone()
    } catch {
      setBusy(false) // `call` shows the reason
    }
  }
  return (
    <Dialog
      title={text(WORDS.title)}
      onEscape={onClose}
      actions={
        <>
          <button className="button" onClick={onClose}>
            {text(WORDS.cancel)}
          </button>
          <button className="button button-primary" disabled={busy} onClick={() => void save()}>
            {text(WORDS.save)}
          </button>
        </>
      }
    >
      <div role="radiogroup" aria-label={text(WORDS.title)} className="handle-confirm">
        {CONFIRMS.map((one) => (
          <label key={one}>
            <input type="radio" name="confirm" checked={confirm === one} onChange={() => setConfirm(one)} />
            {text(CONFIRM_STATES[one])}
          </label>
        ))}
      </div>
    </Dialog>
  )
}

export default opens(ChangeVerdictDialog)
