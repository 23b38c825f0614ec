import { rollOutCalls } from '@tanker/contract/endpoints/roll-outs'
import { MAX_SEND_REASON, PARAMETER_TRIES } from '@tanker/contract/parameter-files'
import { FIRST_TRUCKS, WATCH_MIN, WAVE_TRUCKS } from '@tanker/contract/roll-outs'
import { UPGRADE_FILE_TRIES } from '@tanker/contract/upgrade-files'
import { PARAMETER_FILES_OF, UPGRADE_FILE_TYPES, type UpgradeFileType } from '@tanker/domain/devices/upgrade-file'
import { useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { noTrucks, TrucksField } from '../../../platform/feed/trucks-field.tsx'
import { text } from '../../../platform/language.ts'
import { FormDialog, InputField } from '../../../platform/ui/form-dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'

const WORDS = {
  title: { zh: '分批下发', en: 'Roll out' },
  about: {
    zh: '先发给首批车辆（按选择的次序）并观察：全部成功、观察结束时在线、没有新的设备故障、参数与期望一致，其余车辆才分批下发；否则自动暂停并说明原因。',
    en: 'Goes to the first of the trucks, in the order in which you choose them, and watches these. When all succeeded, are online at the end, and show no new device fault and no drift, the others follow in waves; otherwise it pauses by itself and says why.',
  },
  firmware: { zh: '固件不能退回。', en: 'Firmware cannot be rolled back.' },
  parameters: { zh: '参数文件可用下发前的备份退回。', en: 'Parameter files can be rolled back from the backups made before.' },
  first: { zh: '首批车辆数', en: 'First trucks' },
  watch: { zh: '观察时间（分钟）', en: 'Watched for (min)' },
  wave: { zh: '之后每批车辆数', en: 'Trucks of each wave' },
  tries: { zh: '最大发送次数', en: 'Max. tries' },
  reason: { zh: '下发原因', en: 'Reason' },
  submit: { zh: '开始', en: 'Start' },
  needsReason: { zh: '请填写下发原因。', en: 'Please enter the reason.' },
  needsOthers: { zh: '首批车辆数须少于所选车辆数。', en: 'The first trucks must be fewer than the chosen ones.' },
  ordered: {
    zh: '已开始；进度见“消息下发”的“分批下发”',
    en: 'Started; see Roll-outs on Commands to trucks',
  },
} as const

type Bounds = { readonly min: number; readonly max: number }

/** What is wrong with a whole number; null where nothing is. */
const wholeProblem = (label: string, typed: string, { min, max }: Bounds): string | null =>
  /^\d{1,4}$/.test(typed) && Number(typed) >= min && Number(typed) <= max
    ? null
    : text({ zh: `${label}应为 ${min} 到 ${max} 的整数。`, en: `${label}: a whole number from ${min} to ${max}.` })

/** Sends a row of the library to a few trucks first. */
const RollOutDialog = ({ row, onClose, onDone }: ActionProps) => {
  const type = String(row['type']) as UpgradeFileType
  const isParameters = type in PARAMETER_FILES_OF
  const mostTries = isParameters ? PARAMETER_TRIES.max : UPGRADE_FILE_TRIES.max
  const [truckIds, setTruckIds] = useState<readonly number[]>([])
  const [first, setFirst] = useState(String(FIRST_TRUCKS.usual))
  const [watch, setWatch] = useState(String(WATCH_MIN.usual))
  const [wave, setWave] = useState(String(WAVE_TRUCKS.usual))
  const [tries, setTries] = useState(String(UPGRADE_FILE_TRIES.usual))
  const [reason, setReason] = useState('')

  const check = (): string | null => {
    const wrong =
      noTrucks(truckIds) ??
      wholeProblem(text(WORDS.first), first, FIRST_TRUCKS) ??
      wholeProblem(text(WORDS.watch), watch, WATCH_MIN) ??
      wholeProblem(text(WORDS.wave), wave, WAVE_TRUCKS) ??
      wholeProblem(text(WORDS.tries), tries, { min: UPGRADE_FILE_TRIES.min, max: mostTries })
    if (wrong !== null) return wrong
    if (Number(first) >= truckIds.length) return text(WORDS.needsOthers)
    return reason.trim() === '' ? text(WORDS.needsReason) : null
  }
  const send = async (): Promise<void> => {
    const numbers = { firstTrucks: first, watchMin: watch, waveTrucks: wave, maxTries: tries }
    const given = { upgradeFileId: idOf(row), truckIds: truckIds.join(','), ...numbers, reason: reason.trim() }
    await call(rollOutCalls.order, given, { purpose: 'action' })
    toast('success', text(WORDS.ordered))
    onDone()
  }
  const number = (label: string, value: string, onChange: (typed: string) => void) => (
    <InputField label={label} value={value} inputMode="numeric" autoComplete="off" onChange={onChange} />
  )

  return (
    <FormDialog
      title={`${text(WORDS.title)}${text({ zh: '：', en: ': ' })}${text(UPGRADE_FILE_TYPES[type])} ${String(row['release'])}`}
      submit={text(WORDS.submit)}
      check={check}
      onSubmit={send}
      onCancel={onClose}
    >
      <p className="dialog-note">{`${text(WORDS.about)} ${text(isParameters ? WORDS.parameters : WORDS.firmware)}`}</p>
      <TrucksField value={truckIds} onChange={setTruckIds} />
      {number(text(WORDS.first), first, setFirst)}
      {number(text(WORDS.watch), watch, setWatch)}
      {number(text(WORDS.wave), wave, setWave)}
      {number(text(WORDS.tries), tries, setTries)}
      <InputField label={text(WORDS.reason)} value={reason} maxLength={MAX_SEND_REASON} onChange={setReason} />
    </FormDialog>
  )
}

export default opens(RollOutDialog)
