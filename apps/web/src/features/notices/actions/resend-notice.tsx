import { noticeCalls } from '@tanker/contract/endpoints/notices'
import { useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { text } from '../../../platform/language.ts'
import { AskingDialog } from '../../../platform/ui/asking-dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'

const WORDS = {
  title: { zh: '重发通知', en: 'Send the notice again' },
  cancel: { zh: '取消', en: 'Cancel' },
  send: { zh: '重发', en: 'Send' },
  where: { zh: '将发送到接收人当前的地址。', en: 'It is sent to the address that the receiver has now.' },
  queued: { zh: '通知已重新排队', en: 'The notice is queued to be sent again' },
} as const

/** A notice that failed, once more. */
const ResendNotice = ({ row, onDone, onClose }: ActionProps) => {
  const [busy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      await call(noticeCalls.resend, { id: idOf(row) }, { purpose: 'action' })
      toast('success', text(WORDS.queued))
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
        <b>{[row['receiver'], row['truck']].filter(Boolean).join(' · ')}</b>
      </p>
      <p>{text(WORDS.where)}</p>
    </AskingDialog>
  )
}

export default opens(ResendNotice)
