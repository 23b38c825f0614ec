import { smsCalls } from '@tanker/contract/endpoints/sms'
import { useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { text } from '../../../platform/language.ts'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'
import { shownDecimal } from '../../../platform/shown-values.ts'
import { FormDialog, InputField } from '../../../platform/ui/form-dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'

const WORDS = {
  title: { zh: '短信充值', en: 'SMS recharge' },
  messages: { zh: '充值条数', en: 'Messages' },
  unitPrice: { zh: '单价（元）', en: 'Unit price (¥)' },
  amount: { zh: '金额（元）', en: 'Amount (¥)' },
  warnAt: { zh: '低于多少条提醒', en: 'Warn below' },
  remark: { zh: '备注', en: 'Remark' },
  wrongCount: { zh: '充值条数应为 1 到 1000000 的整数', en: 'Messages must be a whole number from 1 to 1,000,000' },
  wrongPrice: { zh: '单价应为 0 到 20 元，最多两位小数', en: 'The unit price must be from 0 to 20, with two decimals at most' },
  wrongWarn: { zh: '提醒线应为 0 到 1000000 的整数', en: 'The warning must be a whole number from 0 to 1,000,000' },
  save: { zh: '充值', en: 'Recharge' },
} as const

const kept = (balance: number): string => text({ zh: `充值已登记，现有余额 ${balance} 条`, en: `Recharged; ${balance} messages left` })

const isWhole = (typed: string, least: number): boolean => /^\d{1,7}$/.test(typed) && Number(typed) >= least && Number(typed) <= 1_000_000
const isPrice = (typed: string): boolean => /^\d{1,2}(\.\d{1,2})?$/.test(typed) && Number(typed) <= 20

/** A random id in the form of a UUID: `crypto.randomUUID` is missing on a plain-HTTP address. */
const newRequest = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 15) | 64
  bytes[8] = ((bytes[8] ?? 0) & 63) | 128
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Enters what an organisation paid for its messages; no payment is made here. */
const TopUpDialog = ({ row, onDone, onClose }: ActionProps) => {
  // One entry however often the button is pressed.
  const [request] = useState(newRequest)
  const [messages, setMessages] = useState('')
  const [unitPrice, setUnitPrice] = useState('')
  const [warnAt, setWarnAt] = useState(row['warnAt'] === null ? '50' : String(row['warnAt']))
  const [remark, setRemark] = useState('')

  const check = (): string | null => {
    if (!isWhole(messages, 1)) return text(WORDS.wrongCount)
    if (!isPrice(unitPrice)) return text(WORDS.wrongPrice)
    return isWhole(warnAt, 0) ? null : text(WORDS.wrongWarn)
  }
  const save = async (): Promise<void> => {
    const values = { organisationId: idOf(row), messages, unitPrice, warnAt, remark: remark.trim(), request }
    const { balance } = await call(smsCalls.topUp, values, { purpose: 'action' })
    toast('success', kept(balance))
    onDone()
  }

  const typed = { autoComplete: 'off', required: true } as const
  return (
    <FormDialog
      title={`${text(WORDS.title)} · ${String(row['organisation'])}`}
      submit={text(WORDS.save)}
      check={check}
      onSubmit={save}
      onCancel={onClose}
    >
      <InputField label={text(WORDS.messages)} inputMode="numeric" first {...typed} value={messages} onChange={setMessages} />
      <InputField label={text(WORDS.unitPrice)} inputMode="decimal" {...typed} value={unitPrice} onChange={setUnitPrice} />
      <span>{text(WORDS.amount)}</span>
      <output>{isWhole(messages, 1) && isPrice(unitPrice) ? shownDecimal(Number(messages) * Number(unitPrice), 2) : '–'}</output>
      <InputField label={text(WORDS.warnAt)} inputMode="numeric" {...typed} value={warnAt} onChange={setWarnAt} />
      <InputField label={text(WORDS.remark)} autoComplete="off" maxLength={200} value={remark} onChange={setRemark} />
    </FormDialog>
  )
}

export default opens(TopUpDialog)
