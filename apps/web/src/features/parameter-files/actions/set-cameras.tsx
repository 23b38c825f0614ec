import { CAMERA_TRIES } from '@tanker/contract/camera-settings'
import { cameraSettingCalls } from '@tanker/contract/endpoints/camera-settings'
import { MAX_SEND_REASON } from '@tanker/contract/parameter-files'
import { CAMERA_SETTINGS } from '@tanker/parameters/camera-settings'
import { useId, useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { noTrucks, TrucksField } from '../../../platform/feed/trucks-field.tsx'
import { text } from '../../../platform/language.ts'
import { FormDialog } from '../../../platform/ui/form-dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { type ActionProps, opens, type Row } from '../../../report/actions.ts'
import '../parameter-files.css'
import { settingInRow } from '../camera-values.ts'
import { ChosenSettings, problemWithSettings, type TypedSettings } from '../chosen-settings.tsx'

const WORDS = {
  title: { zh: '设置摄像头', en: 'Set cameras' },
  about: {
    zh: '只修改所选设置，每辆车 syscfg.txt 的其余内容不变；该文件须已读取过。写入前备份，写入后回读。',
    en: 'Changes the chosen settings in syscfg.txt of each truck; the rest of the file stays. The file must have been read before. What a truck has is kept first, and read back afterwards.',
  },
  tries: { zh: '最大次数', en: 'Max. tries' },
  reason: { zh: '下发原因', en: 'Reason' },
  submit: { zh: '下发', en: 'Send' },
  needsReason: { zh: '请填写下发原因。', en: 'Please enter the reason.' },
  wrongTries: {
    zh: `最大次数应为 ${CAMERA_TRIES.min} 至 ${CAMERA_TRIES.max}。`,
    en: `Max. tries must be ${CAMERA_TRIES.min} to ${CAMERA_TRIES.max}.`,
  },
} as const

const truckOf = (row: Row): number => (row['plate'] as { readonly truckId: number }).truckId
const usual = (key: string) => CAMERA_SETTINGS.flatMap(({ fields }) => fields).find((field) => field.key === key)?.default

/** Chooses trucks, and the camera settings that they are to have. */
const CamerasDialog = ({ rows, onClose, onDone }: Pick<ActionProps, 'rows' | 'onClose' | 'onDone'>) => {
  const [triesId, reasonId] = [useId(), useId()]
  const [truckIds, setTruckIds] = useState<readonly number[]>(() => rows.map(truckOf))
  const [values, setValues] = useState<TypedSettings>({})
  const [tries, setTries] = useState(String(CAMERA_TRIES.usual))
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  // Of one truck a setting begins with what it has.
  const [only] = rows.filter((row) => truckIds.length === 1 && truckIds.includes(truckOf(row)))
  const initial = (key: string) => (only && settingInRow(only, key)) ?? usual(key)

  const check = (): string | null => {
    setIsTried(true)
    const none = noTrucks(truckIds)
    if (none !== null) return none
    const problem = problemWithSettings(values, truckIds.length)
    if (problem !== null) return text(problem)
    const count = Number(tries)
    if (!Number.isInteger(count) || count < CAMERA_TRIES.min || count > CAMERA_TRIES.max) return text(WORDS.wrongTries)
    return reason.trim() === '' ? text(WORDS.needsReason) : null
  }
  const send = async (): Promise<void> => {
    const given = { truckIds: truckIds.join(','), values: JSON.stringify(values), maxTries: Number(tries), reason: reason.trim() }
    const { trucks, unchanged } = await call(cameraSettingCalls.send, given, { purpose: 'action' })
    const same = unchanged === 0 ? '' : text({ zh: `，${unchanged} 辆已相同`, en: `; ${unchanged} have it already` })
    toast('success', text({ zh: `已向 ${trucks} 辆车下发`, en: trucks === 1 ? 'Sent to 1 truck' : `Sent to ${trucks} trucks` }) + same)
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
      <ChosenSettings values={values} trucks={truckIds.length} isTried={isTried} initial={initial} onChange={setValues} />
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

export default opens(CamerasDialog)
