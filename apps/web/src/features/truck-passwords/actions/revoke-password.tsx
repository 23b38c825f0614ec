import { truckPasswordCalls } from '@tanker/contract/endpoints/truck-passwords'
import { useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { text } from '../../../platform/language.ts'
import { AskingDialog } from '../../../platform/ui/asking-dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'

const WORDS = {
  title: { zh: '作废密码', en: 'Revoke the password' },
  question: {
    zh: '主机不联网也能核对密码，因此车辆上线并确认之前，该密码仍可使用。作废该密码？',
    en: 'The console checks passwords without a network: this one can be used until the truck is online and has confirmed. Revoke it?',
  },
  cancel: { zh: '取消', en: 'Cancel' },
  sent: { zh: '已下发，等待车辆确认', en: 'Sent; waiting for the truck to confirm' },
} as const

/** The console of the truck refuses the password from now on. */
const RevokePassword = ({ row, onDone, onClose }: ActionProps) => {
  const [running, setRunning] = useState(false)
  const confirm = async (): Promise<void> => {
    setRunning(true)
    try {
      await call(truckPasswordCalls.revoke, { passwordId: Number(idOf(row)) }, { purpose: 'action' })
      toast('success', text(WORDS.sent))
    } catch {
      // `call` has shown the reason; the list shows the current state.
    }
    onDone()
  }
  return (
    <AskingDialog
      title={text(WORDS.title)}
      cancel={text(WORDS.cancel)}
      confirm={text(WORDS.title)}
      busy={running}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      <p>{text(WORDS.question)}</p>
    </AskingDialog>
  )
}

export default opens(RevokePassword)
