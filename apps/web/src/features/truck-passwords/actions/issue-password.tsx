import { truckPasswordCalls } from '@tanker/contract/endpoints/truck-passwords'
import { MAX_SEND_REASON } from '@tanker/contract/parameter-files'
import { hashPassword } from '@tanker/contract/password'
import { PASSWORD_VALIDITIES_MIN } from '@tanker/contract/truck-passwords'
import { PASSWORD_OPERATIONS, type PasswordOperation } from '@tanker/domain/devices/password-operation'
import { useId, useState } from 'react'
import { MomentInput } from '../../../base-data/moment-input.tsx'
import { ShownOnceDialog } from '../../../platform/account/shown-once-dialog.tsx'
import { call } from '../../../platform/calls/call.ts'
import { readSession } from '../../../platform/calls/session.ts'
import { noTrucks, TrucksField } from '../../../platform/feed/trucks-field.tsx'
import { useTruckChoices } from '../../../platform/feed/use-truck-choices.ts'
import { text } from '../../../platform/language.ts'
import { shownTime } from '../../../platform/shown-values.ts'
import { FormDialog } from '../../../platform/ui/form-dialog.tsx'
import { type ActionProps, opens } from '../../../report/actions.ts'

const WORDS = {
  title: { zh: '生成一次性密码', en: 'Issue a one-time password' },
  issued: { zh: '一次性密码', en: 'One-time password' },
  truck: { zh: '车辆', en: 'Truck' },
  operation: { zh: '操作', en: 'Operation' },
  valid: { zh: '有效时长', en: 'Valid for' },
  from: { zh: '生效时间（空为现在）', en: 'Valid from (empty: now)' },
  until: { zh: '有效期', en: 'Valid' },
  reason: { zh: '原因', en: 'Reason' },
  password: { zh: '您的登录密码', en: 'Your password' },
  about: {
    zh: '驾驶员在主机上选择操作并输入 10 位数字，主机无需联网即可核对，只能使用一次。',
    en: 'The driver chooses the operation at the console and enters the 10 digits. The console checks them without a network, once.',
  },
  submit: { zh: '生成', en: 'Issue' },
  needsReason: { zh: '请填写原因。', en: 'Please enter the reason.' },
  needsPassword: { zh: '请输入您的登录密码。', en: 'Please enter your own password.' },
} as const

const OPERATIONS = Object.keys(PASSWORD_OPERATIONS) as PasswordOperation[]
const shownMinutes = (minutes: number): string => {
  if (minutes < 60) return text({ zh: `${minutes} 分钟`, en: `${minutes} minutes` })
  return text({ zh: `${minutes / 60} 小时`, en: `${minutes / 60} hours` })
}
/** As it is read out over the phone. */
const inGroups = (password: string): string => password.replace(/(\d{2})(\d{4})(\d{4})/, '$1 $2 $3')

type Validity = `${(typeof PASSWORD_VALIDITIES_MIN)[number]}`
type Issued = Awaited<ReturnType<typeof call<typeof truckPasswordCalls.issue>>>

const IssuePassword = ({ onClose, onDone }: Pick<ActionProps, 'onClose' | 'onDone'>) => {
  const id = useId()
  const { choices } = useTruckChoices()
  const [truckIds, setTruckIds] = useState<readonly number[]>([])
  const [operation, setOperation] = useState<PasswordOperation>('open')
  const [validMin, setValidMin] = useState<Validity>('120')
  const [from, setFrom] = useState('')
  const [reason, setReason] = useState('')
  const [own, setOwn] = useState('')
  const [issued, setIssued] = useState<Issued | null>(null)
  const plate = choices.find(({ value }) => value === truckIds[0])?.label ?? ''

  const check = (): string | null => {
    const none = noTrucks(truckIds, true)
    if (none !== null) return none
    if (reason.trim() === '') return text(WORDS.needsReason)
    return own === '' ? text(WORDS.needsPassword) : null
  }
  const issue = async (): Promise<void> => {
    const pwd = hashPassword(readSession().userInfo.userName, own)
    const begin = from === '' ? {} : { from }
    const given = { truckId: truckIds[0] ?? 0, operation, validMin, reason: reason.trim(), pwd, ...begin }
    setIssued(await call(truckPasswordCalls.issue, given, { purpose: 'action' }))
  }

  if (issued)
    return (
      <ShownOnceDialog
        title={text(WORDS.issued)}
        facts={[
          [text(WORDS.truck), plate],
          [text(WORDS.operation), text(PASSWORD_OPERATIONS[operation].label)],
          [text(WORDS.until), `${shownTime(issued.validFrom, 'minute')} – ${shownTime(issued.validTo, 'minute')}`],
        ]}
        secret={issued.password}
        shown={inGroups(issued.password)}
        onClose={onDone}
      />
    )
  return (
    <FormDialog title={text(WORDS.title)} submit={text(WORDS.submit)} check={check} onSubmit={issue} onCancel={onClose}>
      <TrucksField value={truckIds} onChange={setTruckIds} single />
      <label htmlFor={`${id}-operation`}>{text(WORDS.operation)}</label>
      <select
        id={`${id}-operation`}
        className="field"
        value={operation}
        onChange={({ target }) => setOperation(target.value as PasswordOperation)}
      >
        {OPERATIONS.map((name) => (
          <option key={name} value={name}>
            {text(PASSWORD_OPERATIONS[name].label)}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-valid`}>{text(WORDS.valid)}</label>
      <select id={`${id}-valid`} className="field" value={validMin} onChange={({ target }) => setValidMin(target.value as Validity)}>
        {PASSWORD_VALIDITIES_MIN.map((minutes) => (
          <option key={minutes} value={minutes}>
            {shownMinutes(minutes)}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-from`}>{text(WORDS.from)}</label>
      <MomentInput shared={{ id: `${id}-from`, className: 'field' }} value={from} onChange={(value) => setFrom(String(value ?? ''))} />
      <label htmlFor={`${id}-reason`}>{text(WORDS.reason)}</label>
      <input
        id={`${id}-reason`}
        className="field"
        maxLength={MAX_SEND_REASON}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <label htmlFor={`${id}-own`}>{text(WORDS.password)}</label>
      <input
        id={`${id}-own`}
        className="field"
        type="password"
        autoComplete="current-password"
        value={own}
        onChange={({ target }) => setOwn(target.value)}
      />
      <p className="dialog-note">{text(WORDS.about)}</p>
    </FormDialog>
  )
}

export default opens(IssuePassword)
