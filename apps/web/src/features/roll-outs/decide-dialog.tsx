import type { rollOutCalls } from '@tanker/contract/endpoints/roll-outs'
import { MAX_SEND_REASON } from '@tanker/contract/parameter-files'
import type { Text } from '@tanker/domain/texts/text'
import { useState } from 'react'
import { call } from '../../platform/calls/call.ts'
import { text } from '../../platform/language.ts'
import { FormDialog, InputField } from '../../platform/ui/form-dialog.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { type ActionProps, idOf } from '../../report/actions.ts'

const WORDS = {
  reason: { zh: '原因', en: 'Reason' },
  needsReason: { zh: '请填写原因。', en: 'Please enter the reason.' },
} as const

type Decision = {
  readonly endpoint: (typeof rollOutCalls)['resume' | 'stop' | 'return']
  readonly words: { readonly submit: Text; readonly about: Text; readonly done: Text }
}

/** A dialog that asks for the reason of a decision about the roll-out of its row. */
export const decides = ({ endpoint, words }: Decision) =>
  function DecideDialog({ row, onClose, onDone }: ActionProps) {
    const [reason, setReason] = useState('')
    const decide = async (): Promise<void> => {
      await call(endpoint, { rollOutId: idOf(row), reason: reason.trim() }, { purpose: 'action' })
      toast('success', text(words.done))
      onDone()
    }
    return (
      <FormDialog
        title={`${text(words.submit)} · ${String(row['title'])}`}
        submit={text(words.submit)}
        check={() => (reason.trim() === '' ? text(WORDS.needsReason) : null)}
        onSubmit={decide}
        onCancel={onClose}
      >
        <p className="dialog-note">{text(words.about)}</p>
        <InputField label={text(WORDS.reason)} value={reason} maxLength={MAX_SEND_REASON} first onChange={setReason} />
      </FormDialog>
    )
  }
