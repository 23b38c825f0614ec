import { tankTableCalls } from '@tanker/contract/endpoints/tank-tables'
import { useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { text } from '../../../platform/language.ts'
import { type ActionProps, opens, type Row } from '../../../report/actions.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { tableName } from '../table-name.ts'

const WORDS = {
  cancel: { zh: '取消', en: 'Cancel' },
  send: { zh: '发送', en: 'Send' },
  stop: { zh: '停止发送', en: 'Stop sending' },
  ordered: { zh: '已下发，车辆在线后开始发送', en: 'Queued; sent when the truck is online' },
  stopped: { zh: '已停止发送', en: 'Sending was stopped' },
} as const

const isUnderWay = (row: Row): boolean => row['state'] === 'sending' || row['state'] === 'synchronizing'

/** What is asked before it is done. Spec 8.3: what is to be sent already is not sent again. */
const questionOf = (row: Row): string =>
  isUnderWay(row)
    ? text({
        zh: `${tableName(row)} 的罐容表已待发送，请勿重复发送。要停止发送吗？`,
        en: `The tank table of ${tableName(row)} is already queued. Stop sending it?`,
      })
    : text({
        zh: `确定将罐容表发送到 ${tableName(row)} 吗？车辆在线后开始，最多发送 ${String(row['maxTries'])} 次，发送期间不能修改。`,
        en: `Send the tank table to ${tableName(row)}? Sending starts when the truck is online and is tried at most ${String(row['maxTries'])} times; until it ends the table cannot be edited.`,
      })

/** Sending a tank table to its truck, or stopping that while it is under way. */
const SendDialog = ({ row, onClose, onDone }: ActionProps) => {
  const [running, setRunning] = useState(false)
  const action = isUnderWay(row) ? 'stop' : 'send'

  const start = async (): Promise<void> => {
    setRunning(true)
    try {
      await call(tankTableCalls[action], { id: Number(row['id']) }, { purpose: 'action' })
      toast('success', text(action === 'send' ? WORDS.ordered : WORDS.stopped))
    } catch {
      // `call` has shown the reason; the list shows the current state.
    }
    onDone()
  }

  return (
    <Dialog
      title={text(WORDS[action])}
      onEscape={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {text(WORDS.cancel)}
          </button>
          <button type="button" className="button button-primary" data-first disabled={running} onClick={() => void start()}>
            {text(WORDS[action])}
          </button>
        </>
      }
    >
      <p>{questionOf(row)}</p>
    </Dialog>
  )
}

export default opens(SendDialog)
