import { handoverCalls } from '@tanker/contract/endpoints/handovers'
import type { HandoverSignature } from '@tanker/contract/handovers'
import { useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { text } from '../../../platform/language.ts'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'
import { FormDialog, InputField, RadioField } from '../../../platform/ui/form-dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'

const WORDS = {
  title: { zh: '签收交接', en: 'Sign the handover' },
  outcome: { zh: '签收结果', en: 'Outcome' },
  signed: { zh: '数量相符，签收', en: 'Volumes agree, sign' },
  disputed: { zh: '有异议', en: 'Dispute' },
  signer: { zh: '签收人', en: 'Signed by' },
  remark: { zh: '说明', en: 'Note' },
  needSigner: { zh: '请填写签收人', en: 'Please enter the signer’s name' },
  needRemark: { zh: '请说明异议的内容', en: 'Please enter what is disputed' },
  save: { zh: '提交', en: 'Submit' },
  kept: { zh: '交接已记录', en: 'The handover was recorded' },
} as const

/** A delivered load signed for, or disputed with a note. */
const SignDialog = ({ row, onDone, onClose }: ActionProps) => {
  const [state, setState] = useState<HandoverSignature['state']>('signed')
  const [signer, setSigner] = useState('')
  const [remark, setRemark] = useState(typeof row['remark'] === 'string' ? row['remark'] : '')

  const check = (): string | null => {
    if (signer.trim() === '') return text(WORDS.needSigner)
    return state === 'disputed' && remark.trim() === '' ? text(WORDS.needRemark) : null
  }
  const save = async (): Promise<void> => {
    await call(
      handoverCalls.sign,
      { id: idOf(row), seen: row['state'] === 'disputed' ? 'disputed' : 'pending', state, signer: signer.trim(), remark: remark.trim() },
      { purpose: 'action' },
    )
    toast('success', text(WORDS.kept))
    onDone()
  }

  return (
    <FormDialog title={text(WORDS.title)} submit={text(WORDS.save)} check={check} onSubmit={save} onCancel={onClose}>
      <RadioField
        label={text(WORDS.outcome)}
        choices={{ signed: text(WORDS.signed), disputed: text(WORDS.disputed) }}
        value={state}
        onChange={setState}
      />
      <InputField label={text(WORDS.signer)} maxLength={80} required first value={signer} onChange={setSigner} />
      <InputField label={text(WORDS.remark)} maxLength={200} required={state === 'disputed'} value={remark} onChange={setRemark} />
    </FormDialog>
  )
}

export default opens(SignDialog)
