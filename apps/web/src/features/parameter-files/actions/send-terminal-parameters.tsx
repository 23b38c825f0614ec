import { terminalParameterCalls } from '@tanker/contract/endpoints/terminal-parameters'
import { MAX_SEND_REASON, PARAMETER_TRIES } from '@tanker/contract/parameter-files'
import { MAX_PARAMETER_TRUCKS } from '@tanker/contract/terminal-parameters'
import { useId, useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { noTrucks, TrucksField } from '../../../platform/feed/trucks-field.tsx'
import { text } from '../../../platform/language.ts'
import { FormDialog } from '../../../platform/ui/form-dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { type ActionProps, opens } from '../../../report/actions.ts'
import '../parameter-files.css'
import { ChosenParameters, problemWith, type TypedValues } from '../chosen-parameters.tsx'

const WORDS = {
  title: { zh: '下发终端参数', en: 'Send terminal parameters' },
  about: {
    zh: '每辆车先读取并保留原值，写入后再回读；不在线的车上线后下发。服务器地址、密码、车牌等不能批量下发。',
    en: 'Each truck’s old values are read and kept first, and read back afterwards. Trucks that are offline get them when they connect. Server addresses, passwords and plates cannot be sent here.',
  },
  tries: { zh: '最大次数', en: 'Max. tries' },
  reason: { zh: '下发原因', en: 'Reason' },
  submit: { zh: '下发', en: 'Send' },
  needsReason: { zh: '请填写下发原因。', en: 'Please enter the reason.' },
  tooManyTrucks: { zh: `一次最多 ${MAX_PARAMETER_TRUCKS} 辆车。`, en: `At most ${MAX_PARAMETER_TRUCKS} trucks at once.` },
  wrongTries: {
    zh: `最大次数应为 ${PARAMETER_TRIES.min} 至 ${PARAMETER_TRIES.max}。`,
    en: `Max. tries must be ${PARAMETER_TRIES.min} to ${PARAMETER_TRIES.max}.`,
  },
} as const

/** Chooses trucks and parameters, each with a new value. */
const SendDialog = ({ onClose, onDone }: Pick<ActionProps, 'onClose' | 'onDone'>) => {
  const [triesId, reasonId] = [useId(), useId()]
  const [truckIds, setTruckIds] = useState<readonly number[]>([])
  const [values, setValues] = useState<TypedValues>({})
  const [tries, setTries] = useState(String(PARAMETER_TRIES.usual))
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)

  const check = (): string | null => {
    setIsTried(true)
    const none = noTrucks(truckIds)
    if (none !== null) return none
    if (truckIds.length > MAX_PARAMETER_TRUCKS) return text(WORDS.tooManyTrucks)
    const problem = problemWith(values)
    if (problem !== null) return text(problem)
    const count = Number(tries)
    if (!Number.isInteger(count) || count < PARAMETER_TRIES.min || count > PARAMETER_TRIES.max) return text(WORDS.wrongTries)
    return reason.trim() === '' ? text(WORDS.needsReason) : null
  }
  const send = async (): Promise<void> => {
    const { trucks } = await call(
      terminalParameterCalls.send,
      { truckIds: truckIds.join(','), values: JSON.stringify(values), maxTries: Number(tries), reason: reason.trim() },
      { purpose: 'action' },
    )
    toast('success', text({ zh: `已向 ${trucks} 辆车下发`, en: `Sent to ${trucks} trucks` }))
    onDone()
  }

  return (
    <FormDialog
      title={text(WORDS.title)}
      submit={text(WORDS.submit)}
      check={check}
      onSubmit={send}
      onCancel={onClose}
      className="parameter-dialog"
      own
    >
      <p className="dialog-note">{text(WORDS.about)}</p>
      <TrucksField value={truckIds} onChange={setTruckIds} />
      <ChosenParameters values={values} isTried={isTried} onChange={setValues} />
      <label htmlFor={triesId} className="parameter-reason">
        {text(WORDS.tries)}
      </label>
      <input id={triesId} className="field" inputMode="numeric" value={tries} onChange={({ target }) => setTries(target.value)} />
      <label htmlFor={reasonId} className="parameter-reason">
        {text(WORDS.reason)}
      </label>
      <input
        id={reasonId}
        className="field"
        maxLength={MAX_SEND_REASON}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  )
}

export default opens(SendDialog)
