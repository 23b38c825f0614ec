import type { GaugeLearning } from '@tanker/contract/gauge-learning'
import { useState } from 'react'
import { text } from '../../platform/language.ts'
import { AskingDialog } from '../../platform/ui/asking-dialog.tsx'
import { actionWords, makesTable } from './gauge-words.ts'

const WORDS = {
  title: { zh: '接受修正建议', en: 'Accept the correction' },
  keep: { zh: '取消', en: 'Cancel' },
  accept: { zh: '接受', en: 'Accept' },
  table: {
    zh: '平台将为该仓新增一份修正后的罐容表（液位修正也计入表中），不会自动下发。请在“罐容表管理”中核对后下发。',
    en: 'The platform adds a corrected tank table for this compartment (a level offset is included in the table). Nothing is sent automatically: check it under Tank tables and send it from there.',
  },
  counts: {
    zh: '平台将为该仓新增一份修正后的罐容表（液位修正也计入表中）。该车容积由平台计算，新表立即生效，无需下发。',
    en: 'The platform adds a corrected tank table for this compartment (a level offset is included in the table). The platform computes this truck’s volumes, so the new table takes effect immediately and need not be sent.',
  },
  note: {
    zh: '该决定将记入修改历史。请在车载设备上设置温度修正；从现在起的装卸重新参与计算。',
    en: 'The decision is recorded in the history. Set the correction on the truck’s device; the comparison restarts with the next load.',
  },
} as const

type AcceptDialogProps = { readonly learned: GaugeLearning; readonly onConfirm: () => Promise<void>; readonly onClose: () => void }

/** Says what accepting does before it is done. */
export const AcceptDialog = ({ learned, onConfirm, onClose }: AcceptDialogProps) => {
  const [busy, setBusy] = useState(false)
  const { correction } = learned
  return (
    <AskingDialog
      title={text(WORDS.title)}
      cancel={text(WORDS.keep)}
      confirm={text(WORDS.accept)}
      busy={busy}
      onCancel={onClose}
      onConfirm={() => {
        setBusy(true)
        void onConfirm().finally(() => setBusy(false))
      }}
    >
      <p>
        <b>
          {text({
            zh: `${learned.plate} ${learned.compartment}仓：${actionWords(correction).zh}`,
            en: `${learned.plate}, compartment ${learned.compartment}: ${actionWords(correction).en}`,
          })}
        </b>
      </p>
      {makesTable(correction) && <p>{text(learned.byPlatform ? WORDS.counts : WORDS.table)}</p>}
      {correction.temperature !== undefined && <p>{text(WORDS.note)}</p>}
    </AskingDialog>
  )
}
