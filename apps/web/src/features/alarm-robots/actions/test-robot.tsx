import { alarmRobotCalls } from '@tanker/contract/endpoints/alarm-robots'
import { useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { text } from '../../../platform/language.ts'
import { AskingDialog } from '../../../platform/ui/asking-dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'

const WORDS = {
  title: { zh: '发送测试消息', en: 'Send a test message' },
  asked: { zh: '向该群发送一条测试消息：', en: 'A test message is sent to the group of this robot:' },
  cancel: { zh: '取消', en: 'Cancel' },
  send: { zh: '发送', en: 'Send' },
  sent: { zh: '测试消息已送达', en: 'The robot took the test message' },
} as const

const failed = (said: string): string => text({ zh: `发送失败：${said}`, en: `Not sent: ${said}` })

/** Sends a message to the group and shows what its service answered. */
const TestRobotDialog = ({ row, onDone, onClose }: ActionProps) => {
  const [busy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      const { sent, said } = await call(alarmRobotCalls.test, { id: idOf(row) }, { purpose: 'action' })
      if (sent) toast('success', text(WORDS.sent))
      else toast('error', failed(said))
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
      <p>{text(WORDS.asked)}</p>
      <p>
        <b>{String(row['name'])}</b> {String(row['address'])}
      </p>
    </AskingDialog>
  )
}

export default opens(TestRobotDialog)
