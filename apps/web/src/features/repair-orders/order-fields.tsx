import { MAX_REPAIR_NOTE, MAX_REPAIRER } from '@tanker/contract/repair-orders'
import { useState } from 'react'
import { text } from '../../platform/language.ts'
import { InputField } from '../../platform/ui/form-dialog.tsx'

const WORDS = {
  repairer: { zh: '维修人', en: 'Repairer' },
  who: { zh: '姓名或维修厂', en: 'A person or a workshop' },
  phone: { zh: '电话', en: 'Phone' },
  note: { zh: '说明', en: 'What to do' },
  needsRepairer: { zh: '请填写维修人', en: 'Please enter who repairs it' },
} as const

/** What an order says, as it is typed; `typed` is what is sent. */
export function useOrderFields() {
  const [repairer, setRepairer] = useState('')
  const [phone, setPhone] = useState('')
  const [note, setNote] = useState('')
  return {
    typed: { repairer: repairer.trim(), phone: phone.trim(), note: note.trim() },
    check: (): string | null => (repairer.trim() === '' ? text(WORDS.needsRepairer) : null),
    fields: (
      <>
        <InputField
          label={text(WORDS.repairer)}
          maxLength={MAX_REPAIRER}
          required
          first
          placeholder={text(WORDS.who)}
          value={repairer}
          onChange={setRepairer}
        />
        <InputField label={text(WORDS.phone)} type="tel" maxLength={MAX_REPAIRER} value={phone} onChange={setPhone} />
        <InputField label={text(WORDS.note)} maxLength={MAX_REPAIR_NOTE} value={note} onChange={setNote} />
      </>
    ),
  }
}
