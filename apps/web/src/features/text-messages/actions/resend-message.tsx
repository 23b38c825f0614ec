import { smsCalls } from '@tanker/contract/endpoints/sms'
import { useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { text } from '../../../platform/language.ts'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'
import { AskingDialog } from '../../../platform/ui/asking-dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'

const WORDS = {
  title: { zh: '重发短信', en: 'Send again' },
  cancel: { zh: '取消', en: 'Cancel' },
  send: { zh: '重发', en: 'Send' },
  kept: { zh: '短信已重新排队', en: 'The message is queued to be sent again' },
} as const

/** A message that failed, once more. */
const ResendDialog = ({ row, onDone, onClose }: ActionProps) => {
  const [busy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      await call(smsCalls.resend, { id: idOf(row) }, { purpose: 'action' })
      toast('success', text(WORDS.kept))
      onDone()
    } catch {
      setBusy(false) // `call` shows the reason
    }
  }
  return (
    <AskingDialog
      title={text(WORDS.title)}
      cancel={text(WORDS.cancel)}
      confirm={text(WORDS.send)}
      busy={busy}
      onCancel={onClose}
      onConfirm={() => void send()}
    >
      <p>
        <b>
          {String(row['receiver'])} {String(row['phone'])}
        </b>
      </p>
      <p>{String(row['content'])}</p>
    </AskingDialog>
  )
}

export default opens(ResendDialog)
