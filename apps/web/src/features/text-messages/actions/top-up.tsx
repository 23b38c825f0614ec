import { smsCalls } from '@tanker/contract/endpoints/sms'
import { useId, useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { text } from '../../../platform/language.ts'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'
import { shownDecimal } from '../../../platform/shown-values.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
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
  cancel: { zh: '取消', en: 'Cancel' },
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
  const id = useId()
  // One entry however often the button is pressed.
  const [request] = useState(newRequest)
  const [messages, setMessages] = useState('')
  const [unitPrice, setUnitPrice] = useState('')
  const [warnAt, setWarnAt] = useState(row['warnAt'] === null ? '50' : String(row['warnAt']))
  const [remark, setRemark] = useState('')
  const [complaint, setComplaint] = useState('')
  const [busy, setBusy] = useState(false)

  const save = async (): Promise<void> => {
    if (!isWhole(messages, 1)) return setComplaint(text(WORDS.wrongCount))
    if (!isPrice(unitPrice)) return setComplaint(text(WORDS.wrongPrice))
    if (!isWhole(warnAt, 0)) return setComplaint(text(WORDS.wrongWarn))
    setComplaint('')
    setBusy(true)
    try {
      const values = { organisationId: idOf(row), messages, unitPrice, warnAt, remark: remark.trim(), request }
      const { balance } = await call(smsCalls.topUp, values, { purpose: 'action' })
      toast('success', kept(balance))
      onDone()
    } catch {
      setBusy(false) // `call` shows the reason; the dialog keeps the input
    }
  }

  const field = (name: string, label: string, value: string, onChange: (value: string) => void, more: object = {}) => (
    <>
      <label htmlFor={`${id}-${name}`}>{label}</label>
      <input
        id={`${id}-${name}`}
        className="field"
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        {...more}
      />
    </>
  )
  return (
    <Dialog
      title={`${text(WORDS.title)} · ${String(row['organisation'])}`}
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
        {field('messages', text(WORDS.messages), messages, setMessages, { inputMode: 'numeric', 'data-first': '', required: true })}
        {field('price', text(WORDS.unitPrice), unitPrice, setUnitPrice, { inputMode: 'decimal', required: true })}
        <span>{text(WORDS.amount)}</span>
        <output>{isWhole(messages, 1) && isPrice(unitPrice) ? shownDecimal(Number(messages) * Number(unitPrice), 2) : '–'}</output>
        {field('warn', text(WORDS.warnAt), warnAt, setWarnAt, { inputMode: 'numeric', required: true })}
        {field('remark', text(WORDS.remark), remark, setRemark, { maxLength: 200 })}
        <p role="alert" className="handle-complaint">
          {complaint}
        </p>
      </div>
    </Dialog>
  )
}

export default opens(TopUpDialog)
