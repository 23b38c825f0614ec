import { handoverCalls } from '@tanker/contract/endpoints/handovers'
import type { HandoverSignature } from '@tanker/contract/handovers'
import { useId, useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { text } from '../../../platform/language.ts'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
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
  cancel: { zh: '取消', en: 'Cancel' },
  save: { zh: '提交', en: 'Submit' },
  kept: { zh: '交接已记录', en: 'The handover was recorded' },
} as const

/** A delivered load signed for, or disputed with a note. */
const SignDialog = ({ row, onDone, onClose }: ActionProps) => {
  const id = useId()
  const [state, setState] = useState<HandoverSignature['state']>('signed')
  const [signer, setSigner] = useState('')
  const [remark, setRemark] = useState(typeof row['remark'] === 'string' ? row['remark'] : '')
  const [complaint, setComplaint] = useState('')
  const [busy, setBusy] = useState(false)

  const save = async (): Promise<void> => {
    if (signer.trim() === '') return setComplaint(text(WORDS.needSigner))
    if (state === 'disputed' && remark.trim() === '') return setComplaint(text(WORDS.needRemark))
    setBusy(true)
    try {
      await call(
        handoverCalls.sign,
        { id: idOf(row), seen: row['state'] === 'disputed' ? 'disputed' : 'pending', state, signer: signer.trim(), remark: remark.trim() },
        { purpose: 'action' },
      )
      toast('success', text(WORDS.kept))
      onDone()
    } catch {
      setBusy(false) // `call` shows the reason; the dialog keeps the input
    }
  }

  return (
    <Dialog
      title={text(WORDS.title)}
      onEscape={onClose}
      actions={
        <>
          <button className="button" onClick={onClose}>
            {text(WORDS.cancel)}
          </button>
          <button className="button button-primary" disabled={busy} onClick={() => void save()}>
            {text(WORDS.save)}
          </button>
        </>
      }
    >
      <div className="handle-form">
        <span id={`${id}-outcome`}>{text(WORDS.outcome)}</span>
        <div role="radiogroup" aria-labelledby={`${id}-outcome`} className="handle-confirm">
          {(['signed', 'disputed'] as const).map((one) => (
            <label key={one}>
              <input type="radio" name={`${id}-outcome`} checked={state === one} onChange={() => setState(one)} />
              {text(WORDS[one])}
            </label>
          ))}
        </div>
        <label htmlFor={`${id}-signer`}>{text(WORDS.signer)}</label>
        <input
          id={`${id}-signer`}
          className="field"
          maxLength={80}
          required
          data-first
          value={signer}
          onChange={(event) => setSigner(event.target.value)}
        />
        <label htmlFor={`${id}-remark`}>{text(WORDS.remark)}</label>
        <input
          id={`${id}-remark`}
          className="field"
          maxLength={200}
          required={state === 'disputed'}
          value={remark}
          onChange={(event) => setRemark(event.target.value)}
        />
        <p role="alert" className="handle-complaint">
          {complaint}
        </p>
      </div>
    </Dialog>
  )
}

export default opens(SignDialog)
