import { useState } from 'react'
import { text } from '../../platform/language.ts'
import { AskingDialog } from '../../platform/ui/asking-dialog.tsx'

const WORDS = {
  title: { zh: '取消检测', en: 'Cancel test' },
  keep: { zh: '不取消', en: 'Keep it' },
  cancel: { zh: '取消检测', en: 'Cancel test' },
} as const

type CancelTestDialogProps = {
  readonly plate: string
  readonly tester: string
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
}

/** Asks before a test is cancelled, one's own or one that another user left open. */
export const CancelTestDialog = ({ plate, tester, onConfirm, onClose }: CancelTestDialogProps) => {
  const [busy, setBusy] = useState(false)
  const confirm = (): void => {
    setBusy(true)
    void onConfirm()
  }
  return (
    <AskingDialog
      title={text(WORDS.title)}
      cancel={text(WORDS.keep)}
      confirm={text(WORDS.cancel)}
      busy={busy}
      onCancel={onClose}
      onConfirm={confirm}
    >
      <p>
        {text({
          zh: `确定取消 ${tester} 对 ${plate} 的检测吗？已判定的内容会保留，但不生成报告。`,
          en: `Cancel the test of ${plate} by ${tester}? The results so far are kept, but there will be no report.`,
        })}
      </p>
    </AskingDialog>
  )
}
