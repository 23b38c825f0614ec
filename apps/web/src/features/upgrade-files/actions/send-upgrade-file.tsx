import { upgradeFileCalls } from '@tanker/contract/endpoints/upgrade-files'
import { MAX_SEND_REASON, PARAMETER_TRIES } from '@tanker/contract/parameter-files'
import { hashPassword } from '@tanker/contract/password'
import { UPGRADE_FILE_TRIES } from '@tanker/contract/upgrade-files'
import { hasContent, PARAMETER_FILES_OF, UPGRADE_FILE_TYPES, type UpgradeFileType } from '@tanker/domain/devices/upgrade-file'
import { useId, useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { readSession } from '../../../platform/calls/session.ts'
import { noTrucks, TrucksField } from '../../../platform/feed/trucks-field.tsx'
import { text } from '../../../platform/language.ts'
import { FormDialog, InputField } from '../../../platform/ui/form-dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'

const WORDS = {
  title: { zh: '下发', en: 'Send' },
  compartment: { zh: '仓号', en: 'Compartment' },
  tries: { zh: '最大发送次数', en: 'Max. tries' },
  reason: { zh: '下发原因', en: 'Reason' },
  password: { zh: '您的登录密码', en: 'Your password' },
  submit: { zh: '下发', en: 'Send' },
  needsReason: { zh: '请填写下发原因。', en: 'Please enter the reason.' },
  needsPassword: { zh: '请输入您的登录密码。', en: 'Please enter your own password.' },
} as const

const FIRMWARE = {
  zh: '版本须比车上的新，车辆在线后开始；旧版本请在“MCU升级”中强制下发。',
  en: 'The version must be newer than the one on the truck; it starts when the truck is online. Older versions: MCU upgrade.',
} as const
const PARAMETERS = {
  zh: '覆盖车上该文件的可设参数，车牌、序列号、补偿值和密码不变；该文件须已读取过，下发前自动备份。',
  en: 'Sets what can be set in this file of each truck; plate, serials, compensations and passwords stay. The file must have been read before, and is backed up first.',
} as const
const ABOUT = {
  console: FIRMWARE,
  controller: FIRMWARE,
  'console-parameters': PARAMETERS,
  'controller-parameters': PARAMETERS,
  'tank-chart': {
    zh: '为所选车辆的同一仓新增罐容表并下发；序列号、罐高和管容沿用该仓现有的罐容表。',
    en: 'Adds a tank table to the same compartment of the trucks and sends it; serial, height and pipe stay those of its present table.',
  },
  clear: {
    zh: '主机删除历史罐容表和未传完的文件，正在使用的不变。只发送一次，须输入您的登录密码。',
    en: 'The console deletes earlier tank tables and incomplete files; what it uses stays. Sent once only; needs your own password.',
  },
  restart: {
    zh: '延时后重启终端，离线约一分钟，期间的数据在终端保存后补传。只发送一次，须输入您的登录密码。',
    en: 'Restarts the terminal after the delay; it is away for about a minute and keeps what it measures. Sent once only; needs your own password.',
  },
} as const satisfies Readonly<Record<UpgradeFileType, unknown>>

const COMPARTMENTS = Array.from({ length: 10 }, (_, index) => index + 1)

/** Sends what a row of the library is to chosen trucks. */
const SendDialog = ({ row, onClose, onDone }: ActionProps) => {
  const id = useId()
  const type = String(row['type']) as UpgradeFileType
  const isDangerous = !hasContent(type)
  const most = type in PARAMETER_FILES_OF ? PARAMETER_TRIES.max : UPGRADE_FILE_TRIES.max
  const [truckIds, setTruckIds] = useState<readonly number[]>([])
  const [compartment, setCompartment] = useState('1')
  const [tries, setTries] = useState(String(UPGRADE_FILE_TRIES.usual))
  const [reason, setReason] = useState('')
  const [password, setPassword] = useState('')

  const check = (): string | null => {
    const none = noTrucks(truckIds)
    if (none !== null) return none
    if (!isDangerous && !(/^\d{1,4}$/.test(tries) && Number(tries) >= UPGRADE_FILE_TRIES.min && Number(tries) <= most))
      return text({
        zh: `最大发送次数应为 ${UPGRADE_FILE_TRIES.min} 到 ${most} 的整数。`,
        en: `Max. tries: a whole number from ${UPGRADE_FILE_TRIES.min} to ${most}.`,
      })
    if (reason.trim() === '') return text(WORDS.needsReason)
    return isDangerous && password === '' ? text(WORDS.needsPassword) : null
  }
  const send = async (): Promise<void> => {
    const { userName } = readSession().userInfo
    const given = {
      upgradeFileId: idOf(row),
      truckIds: truckIds.join(','),
      reason: reason.trim(),
      ...(type === 'tank-chart' ? { compartment } : {}),
      ...(isDangerous ? { pwd: hashPassword(userName, password) } : { maxTries: tries }),
    }
    const { trucks, unchanged } = await call(upgradeFileCalls.send, given, { purpose: 'action' })
    const same = unchanged === 0 ? '' : text({ zh: `，${unchanged} 辆已相同`, en: `; ${unchanged} have it already` })
    toast('success', text({ zh: `已向 ${trucks} 辆车下发`, en: trucks === 1 ? 'Sent to 1 truck' : `Sent to ${trucks} trucks` }) + same)
    onDone()
  }

  return (
    <FormDialog
      title={`${text(WORDS.title)}${text({ zh: '：', en: ': ' })}${text(UPGRADE_FILE_TYPES[type])} ${String(row['release'])}`}
      submit={text(WORDS.submit)}
      check={check}
      onSubmit={send}
      onCancel={onClose}
    >
      <p className="dialog-note">{text(ABOUT[type])}</p>
      <TrucksField value={truckIds} onChange={setTruckIds} />
      {type === 'tank-chart' && (
        <>
          <label htmlFor={`${id}-compartment`}>{text(WORDS.compartment)}</label>
          <select id={`${id}-compartment`} className="field" value={compartment} onChange={({ target }) => setCompartment(target.value)}>
            {COMPARTMENTS.map((number) => (
              <option key={number} value={number}>
                {number}
              </option>
            ))}
          </select>
        </>
      )}
      {!isDangerous && <InputField label={text(WORDS.tries)} value={tries} inputMode="numeric" autoComplete="off" onChange={setTries} />}
      <InputField label={text(WORDS.reason)} value={reason} maxLength={MAX_SEND_REASON} onChange={setReason} />
      {isDangerous && (
        <InputField label={text(WORDS.password)} value={password} type="password" autoComplete="current-password" onChange={setPassword} />
      )}
    </FormDialog>
  )
}

export default opens(SendDialog)
