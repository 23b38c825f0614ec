import { phoneCallCalls } from '@tanker/contract/endpoints/phone-calls'
import { MAX_CALL_REMARK, MAX_CALLED_NUMBER, type PhoneCall } from '@tanker/contract/phone-calls'
import { CALL_OUTCOMES, CALLED, type Called, type CallOutcome } from '@tanker/domain/alarms/phone-call'
import type { Text } from '@tanker/domain/texts/text'
import { useState } from 'react'
import { call } from '../../platform/calls/call.ts'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { text } from '../../platform/language.ts'
import { shownTime } from '../../platform/shown-values.ts'
import { FormDialog, InputField, RadioField } from '../../platform/ui/form-dialog.tsx'
import { ReadFailed } from '../../platform/ui/read-failed.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { type ActionProps, idOf } from '../../report/actions.ts'
import './phone-calls.css'

const WORDS = {
  title: { zh: '通话记录', en: 'Telephone calls' },
  submit: { zh: '记录通话', en: 'Record the call' },
  saved: { zh: '通话已记录', en: 'The call is recorded' },
  called: { zh: '联系对象', en: 'Called' },
  outcome: { zh: '结果', en: 'Outcome' },
  phone: { zh: '电话号码', en: 'Number' },
  remark: { zh: '通话内容', en: 'What was said' },
  needsBoth: { zh: '请选择联系对象和结果', en: 'Please choose who was called and the outcome' },
  former: { zh: '已有通话', en: 'Calls so far' },
  none: { zh: '还没有通话记录', en: 'No call has been recorded yet' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '通话记录加载失败', en: 'The calls could not be loaded' },
} as const

const inWords = <K extends string>(of: Readonly<Record<K, Text>>): Readonly<Record<K, string>> =>
  Object.fromEntries(Object.entries<Text>(of).map(([key, words]) => [key, text(words)])) as Record<K, string>

/** Calls about an alarm, and a form for the next one; a number is a link that the telephone of the desk may dial. */
export const PhoneCallDialog = ({ row, onClose, onDone }: ActionProps) => {
  const alarmId = idOf(row)
  const about = useEndpoint(phoneCallCalls.read, { alarmId }, { purpose: 'poll', gcTime: 0 })
  const [called, setCalled] = useState<Called | ''>('')
  const [outcome, setOutcome] = useState<CallOutcome | ''>('')
  const [phone, setPhone] = useState('')
  const [remark, setRemark] = useState('')
  const driver = about.data?.driver ?? null
  const choose = (who: Called): void => {
    setCalled(who)
    if (who === 'driver' && phone === '') setPhone(driver?.phone ?? '')
  }
  const save = async (): Promise<void> => {
    if (called === '' || outcome === '') return
    await call(phoneCallCalls.create, { alarmId, called, outcome, phone: phone.trim(), remark: remark.trim() }, { purpose: 'action' })
    toast('success', text(WORDS.saved))
    onDone()
  }
  return (
    <FormDialog
      title={`${about.data?.plate ?? ''} ${text(WORDS.title)}`.trim()}
      submit={text(WORDS.submit)}
      check={() => (called === '' || outcome === '' ? text(WORDS.needsBoth) : null)}
      onSubmit={save}
      onCancel={onClose}
    >
      {driver !== null && driver.phone !== '' && (
        <p className="phone-call-driver">
          {text(CALLED.driver)} {driver.name} <a href={`tel:${driver.phone}`}>{driver.phone}</a>
        </p>
      )}
      <RadioField label={text(WORDS.called)} choices={inWords(CALLED)} value={called} onChange={choose} />
      <RadioField label={text(WORDS.outcome)} choices={inWords(CALL_OUTCOMES)} value={outcome} onChange={setOutcome} />
      <InputField label={text(WORDS.phone)} type="tel" maxLength={MAX_CALLED_NUMBER} value={phone} onChange={setPhone} />
      <InputField label={text(WORDS.remark)} maxLength={MAX_CALL_REMARK} value={remark} onChange={setRemark} />
      <section className="phone-call-former" aria-label={text(WORDS.former)}>
        <h3>{text(WORDS.former)}</h3>
        {about.data ? (
          <Calls calls={about.data.calls} />
        ) : about.isError ? (
          <ReadFailed words={text(WORDS.failed)} onAgain={() => void about.refetch()} />
        ) : (
          <p className="waiting">{text(WORDS.loading)}</p>
        )}
      </section>
    </FormDialog>
  )
}

const Calls = ({ calls }: { readonly calls: readonly PhoneCall[] }) =>
  calls.length === 0 ? (
    <p className="waiting">{text(WORDS.none)}</p>
  ) : (
    <ul>
      {calls.map((one) => (
        <li key={one.id}>
          {[shownTime(one.at), text(CALLED[one.called]), one.phone, text(CALL_OUTCOMES[one.outcome]), one.remark, one.by]
            .filter((part) => part !== '')
            .join(' · ')}
        </li>
      ))}
    </ul>
  )
