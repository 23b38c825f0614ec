import { useState } from 'react'
import { text } from '../platform/language.ts'
import { AskingDialog } from '../platform/ui/asking-dialog.tsx'
import { toast } from '../platform/ui/toast.ts'
import type { ActionProps } from './actions.ts'

const WORDS = {
  cancel: { zh: '取消', en: 'Cancel' },
  stopped: { zh: '已中止', en: 'Stopped' },
} as const

type StopDialogProps = Pick<ActionProps, 'onDone' | 'onClose'> & {
  readonly title: string
  readonly question: string
  readonly stop: () => Promise<unknown>
}

/** Asks before what is being sent to trucks is stopped. */
export const StopDialog = ({ title, question, stop, onDone, onClose }: StopDialogProps) => {
  const [running, setRunning] = useState(false)
  const confirm = async (): Promise<void> => {
    setRunning(true)
    try {
      await stop()
      toast('success', text(WORDS.stopped))
    } catch {
      // `call` has shown the reason; the list shows the current state.
    }
    onDone()
  }
  return (
    <AskingDialog
      title={title}
      cancel={text(WORDS.cancel)}
      confirm={title}
      busy={running}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      <p>{question}</p>
    </AskingDialog>
  )
}
