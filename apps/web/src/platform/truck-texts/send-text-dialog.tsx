import { truckTextCalls } from '@tanker/contract/endpoints/truck-texts'
import { MAX_TRUCK_TEXT, TEXT_VALIDITY_MIN, USUAL_TEXTS } from '@tanker/contract/truck-texts'
import { useId, useState } from 'react'
import { call } from '../calls/call.ts'
import { useEndpoint } from '../calls/use-endpoint.ts'
import { noTrucks, TrucksField } from '../feed/trucks-field.tsx'
import { text } from '../language.ts'
import { ChoiceField } from '../ui/choice-field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { toast } from '../ui/toast.ts'
import './send-text-dialog.css'

const WORDS = {
  title: { zh: '向驾驶员发送文本', en: 'Send a text to drivers' },
  text: { zh: '文本内容', en: 'Text' },
  offered: { zh: '常用和最近的文本', en: 'Usual and recent texts' },
  urgent: { zh: '紧急', en: 'Urgent' },
  show: { zh: '屏幕显示', en: 'Show' },
  speak: { zh: '语音播报', en: 'Read out' },
  how: { zh: '提示方式', en: 'How' },
  valid: { zh: '有效期', en: 'Valid for' },
  about: {
    zh: '车辆不在线时等待其上线；超过有效期未送达的不再下发。',
    en: 'A truck that is offline gets it when it connects. What has not arrived in time is not sent any more.',
  },
  submit: { zh: '发送', en: 'Send' },
  needsText: { zh: '请填写文本内容。', en: 'Please enter the text.' },
  needsWay: { zh: '请选择“屏幕显示”或“语音播报”。', en: 'Please choose Show or Read out.' },
} as const

const VALIDITIES = [
  { minutes: 10, words: { zh: '10 分钟', en: '10 minutes' } },
  { minutes: TEXT_VALIDITY_MIN.usual, words: { zh: '1 小时', en: '1 hour' } },
  { minutes: 240, words: { zh: '4 小时', en: '4 hours' } },
  { minutes: TEXT_VALIDITY_MIN.most, words: { zh: '24 小时', en: '24 hours' } },
] as const

type SendTextDialogProps = {
  /** Chosen at the start; the user may choose others. */
  readonly truckIds?: readonly number[]
  readonly begins?: string
  readonly onSent: () => void
  readonly onClose: () => void
}

type CheckProps = { readonly label: string; readonly value: boolean; readonly onChange: (value: boolean) => void }

const Check = ({ label, value, onChange }: CheckProps) => (
  <label>
    <input type="checkbox" checked={value} onChange={({ target }) => onChange(target.checked)} />
    {label}
  </label>
)

/** A text for the cabs of trucks: what it says, how the driver gets it, and how long it is of use. */
export const SendTextDialog = ({ truckIds = [], begins = '', onSent, onClose }: SendTextDialogProps) => {
  const id = useId()
  const recent = useEndpoint(truckTextCalls.recent, null, { purpose: 'silent' }).data ?? []
  const [chosen, setChosen] = useState<readonly number[]>(truckIds)
  const [words, setWords] = useState(begins)
  const [urgent, setUrgent] = useState(false)
  const [show, setShow] = useState(true)
  const [speak, setSpeak] = useState(true)
  const [validMin, setValidMin] = useState<number>(TEXT_VALIDITY_MIN.usual)
  const offered = [...new Set([...USUAL_TEXTS.map(text), ...recent])]

  const check = (): string | null => {
    const none = noTrucks(chosen)
    if (none !== null) return none
    if (words.trim() === '') return text(WORDS.needsText)
    return show || speak ? null : text(WORDS.needsWay)
  }
  const send = async (): Promise<void> => {
    const yesNo = (value: boolean) => (value ? 'yes' : 'no')
    const given = { text: words.trim(), urgent: yesNo(urgent), show: yesNo(show), speak: yesNo(speak), validMin } as const
    const { trucks } = await call(truckTextCalls.send, { truckIds: chosen.join(','), ...given }, { purpose: 'action' })
    toast('success', text({ zh: `已向 ${trucks} 辆车发送`, en: trucks === 1 ? 'Sent to 1 truck' : `Sent to ${trucks} trucks` }))
    onSent()
  }

  return (
    <FormDialog
      title={text(WORDS.title)}
      submit={text(WORDS.submit)}
      check={check}
      onSubmit={send}
      onCancel={onClose}
      className="text-dialog"
    >
      <TrucksField value={chosen} onChange={setChosen} />
      <label htmlFor={`${id}-offered`}>{text(WORDS.offered)}</label>
      <ChoiceField<string>
        id={`${id}-offered`}
        label={text(WORDS.offered)}
        choices={offered.map((value) => ({ value, label: value }))}
        value={offered.includes(words) ? [words] : []}
        onChange={([picked]) => picked !== undefined && setWords(picked)}
      />
      <label htmlFor={`${id}-text`}>{text(WORDS.text)}</label>
      <div className="text-words">
        <textarea
          id={`${id}-text`}
          className="field"
          rows={3}
          maxLength={MAX_TRUCK_TEXT}
          value={words}
          // A terminal shows one paragraph.
          onChange={({ target }) => setWords(target.value.replaceAll(/\s*\n\s*/g, ' '))}
        />
        <span className="text-count" aria-hidden="true">
          {words.length} / {MAX_TRUCK_TEXT}
        </span>
      </div>
      <span id={`${id}-how`}>{text(WORDS.how)}</span>
      <div className="text-ways" role="group" aria-labelledby={`${id}-how`}>
        <Check label={text(WORDS.show)} value={show} onChange={setShow} />
        <Check label={text(WORDS.speak)} value={speak} onChange={setSpeak} />
        <Check label={text(WORDS.urgent)} value={urgent} onChange={setUrgent} />
      </div>
      <label htmlFor={`${id}-valid`}>{text(WORDS.valid)}</label>
      <select id={`${id}-valid`} className="field" value={validMin} onChange={({ target }) => setValidMin(Number(target.value))}>
        {VALIDITIES.map(({ minutes, words: name }) => (
          <option key={minutes} value={minutes}>
            {text(name)}
          </option>
        ))}
      </select>
      <p className="dialog-note">{text(WORDS.about)}</p>
    </FormDialog>
  )
}
