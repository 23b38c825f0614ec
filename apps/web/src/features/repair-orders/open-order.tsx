import { repairOrderCalls } from '@tanker/contract/endpoints/repair-orders'
import { MAX_REPAIR_NOTE, type RepairOrder } from '@tanker/contract/repair-orders'
import {
  REPAIR_OUTCOMES,
  REPAIR_STATES,
  REPAIR_STEPS,
  type RepairOutcome,
  type RepairStep,
  stepsFrom,
} from '@tanker/domain/devices/repair-order'
import { useState } from 'react'
import { call } from '../../platform/calls/call.ts'
import { text } from '../../platform/language.ts'
import { shownTime } from '../../platform/shown-values.ts'
import { FormDialog, InputField, RadioField } from '../../platform/ui/form-dialog.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { FormerOrders } from './former-orders.tsx'

const WORDS = {
  next: { zh: '下一步', en: 'Next step' },
  submit: { zh: '提交', en: 'Submit' },
  saved: { zh: '维修单已更新', en: 'The repair order is updated' },
  state: { zh: '状态', en: 'State' },
  repairer: { zh: '维修人', en: 'Repairer' },
  note: { zh: '说明', en: 'What to do' },
  created: { zh: '创建', en: 'Created' },
  outcome: { zh: '维修结果', en: 'Outcome' },
  remark: { zh: '备注', en: 'Remark' },
  needsOutcome: { zh: '请选择维修结果', en: 'Please choose the outcome' },
} as const

type OpenOrderProps = {
  readonly title: string
  readonly order: RepairOrder
  readonly former: readonly RepairOrder[]
  readonly onCancel: () => void
  readonly onTaken: (isEnd: boolean) => void
}

/** An open order with what can be done next. */
export const OpenOrder = ({ title, order, former, onCancel, onTaken }: OpenOrderProps) => {
  const steps = stepsFrom(order.state)
  const [step, setStep] = useState<RepairStep>(steps[0] ?? 'finish')
  const [outcome, setOutcome] = useState<RepairOutcome>()
  const [note, setNote] = useState('')
  const take = async (): Promise<void> => {
    await call(
      repairOrderCalls.step,
      { id: order.id, version: order.version, step, ...(step === 'finish' && outcome ? { outcome } : {}), note: note.trim() },
      { purpose: 'action' },
    )
    toast('success', text(WORDS.saved))
    onTaken(step === 'finish' || step === 'cancel')
  }
  const facts: readonly (readonly [string, string])[] = [
    [text(WORDS.state), text(REPAIR_STATES[order.state])],
    [text(WORDS.repairer), [order.repairer, order.phone].filter((one) => one !== '').join(' ')],
    [text(WORDS.note), order.note],
    [text(WORDS.created), `${shownTime(order.createdAt)} ${order.createdBy}`],
    [text(REPAIR_STATES.sent), order.sentAt === null ? '' : shownTime(order.sentAt)],
    [text(REPAIR_STATES['at-work']), order.startedAt === null ? '' : shownTime(order.startedAt)],
  ]
  return (
    <FormDialog
      title={title}
      submit={text(WORDS.submit)}
      check={() => (step === 'finish' && outcome === undefined ? text(WORDS.needsOutcome) : null)}
      onSubmit={take}
      onCancel={onCancel}
    >
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label} className="repair-fact">
            <span>{label}</span>
            <span>{value}</span>
          </div>
        ))}
      <RadioField
        label={text(WORDS.next)}
        choices={Object.fromEntries(steps.map((one) => [one, text(REPAIR_STEPS[one].text)])) as Record<RepairStep, string>}
        value={step}
        onChange={setStep}
      />
      {step === 'finish' && (
        <RadioField
          label={text(WORDS.outcome)}
          choices={
            Object.fromEntries(Object.entries(REPAIR_OUTCOMES).map(([key, words]) => [key, text(words)])) as Record<RepairOutcome, string>
          }
          value={outcome as RepairOutcome}
          onChange={setOutcome}
        />
      )}
      <InputField label={text(WORDS.remark)} maxLength={MAX_REPAIR_NOTE} value={note} onChange={setNote} />
      <FormerOrders orders={former} />
    </FormDialog>
  )
}
