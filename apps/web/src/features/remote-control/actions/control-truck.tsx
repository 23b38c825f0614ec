import { hashPassword } from '@tanker/contract/password'
import { MAX_SEND_REASON } from '@tanker/contract/parameter-files'
import { remoteControlCalls } from '@tanker/contract/endpoints/remote-control'
import { type CameraName, REMOTE_COMMANDS, type RemoteCommandName } from '@tanker/contract/remote-control'
import { CAMERA_CHANNELS } from '@tanker/domain/trucks/truck-choices'
import { useId, useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { readSession } from '../../../platform/calls/session.ts'
import { noTrucks, TrucksField } from '../../../platform/feed/trucks-field.tsx'
import { text } from '../../../platform/language.ts'
import { FormDialog } from '../../../platform/ui/form-dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { type ActionProps, opens } from '../../../report/actions.ts'

const WORDS = {
  title: { zh: '下发远程指令', en: 'Send a command' },
  command: { zh: '指令', en: 'Command' },
  camera: { zh: '摄像头', en: 'Camera' },
  reason: { zh: '原因', en: 'Reason' },
  password: { zh: '您的登录密码', en: 'Your password' },
  about: {
    zh: '车辆 5 分钟内未接收则不再下发。',
    en: 'A truck that has not taken it within 5 minutes does not get it any more.',
  },
  once: {
    zh: '该指令只发送一次，须输入您的登录密码。',
    en: 'This command is sent once only, and needs your own password.',
  },
  submit: { zh: '下发', en: 'Send' },
  needsReason: { zh: '请填写原因。', en: 'Please enter the reason.' },
  needsPassword: { zh: '请输入您的登录密码。', en: 'Please enter your own password.' },
} as const

const NAMES = Object.keys(REMOTE_COMMANDS) as RemoteCommandName[]
const CAMERAS = Object.keys(CAMERA_CHANNELS) as CameraName[]

/** What the terminals of trucks are to do at once. */
const ControlDialog = ({ onClose, onDone }: Pick<ActionProps, 'onClose' | 'onDone'>) => {
  const id = useId()
  const [command, setCommand] = useState<RemoteCommandName>('locate')
  const [camera, setCamera] = useState<CameraName>('api')
  const [truckIds, setTruckIds] = useState<readonly number[]>([])
  const [reason, setReason] = useState('')
  const [password, setPassword] = useState('')
  const { about, dangerous } = REMOTE_COMMANDS[command]
  const chosen = dangerous ? truckIds.slice(0, 1) : truckIds

  const check = (): string | null => {
    const none = noTrucks(chosen, dangerous)
    if (none !== null) return none
    if (reason.trim() === '') return text(WORDS.needsReason)
    return dangerous && password === '' ? text(WORDS.needsPassword) : null
  }
  const send = async (): Promise<void> => {
    const { userName } = readSession().userInfo
    const proof = dangerous ? { pwd: hashPassword(userName, password) } : {}
    const view = command === 'photo' ? { camera } : {}
    const given = { truckIds: chosen.join(','), command, reason: reason.trim(), ...view, ...proof }
    const { trucks } = await call(remoteControlCalls.send, given, { purpose: 'action' })
    toast('success', text({ zh: `已向 ${trucks} 辆车下发`, en: trucks === 1 ? 'Sent to 1 truck' : `Sent to ${trucks} trucks` }))
    onDone()
  }

  return (
    <FormDialog title={text(WORDS.title)} submit={text(WORDS.submit)} check={check} onSubmit={send} onCancel={onClose}>
      <label htmlFor={`${id}-command`}>{text(WORDS.command)}</label>
      <select
        id={`${id}-command`}
        className="field"
        value={command}
        onChange={({ target }) => setCommand(target.value as RemoteCommandName)}
      >
        {NAMES.map((name) => (
          <option key={name} value={name}>
            {text(REMOTE_COMMANDS[name].label)}
          </option>
        ))}
      </select>
      <p className="dialog-note">
        {text(about)} {dangerous ? text(WORDS.once) : ''} {text(WORDS.about)}
      </p>
      {command === 'photo' && (
        <>
          <label htmlFor={`${id}-camera`}>{text(WORDS.camera)}</label>
          <select id={`${id}-camera`} className="field" value={camera} onChange={({ target }) => setCamera(target.value as CameraName)}>
            {CAMERAS.map((name) => (
              <option key={name} value={name}>
                {text(CAMERA_CHANNELS[name])}
              </option>
            ))}
          </select>
        </>
      )}
      <TrucksField value={chosen} onChange={setTruckIds} single={dangerous} />
      <label htmlFor={`${id}-reason`}>{text(WORDS.reason)}</label>
      <input
        id={`${id}-reason`}
        className="field"
        maxLength={MAX_SEND_REASON}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {dangerous && (
        <>
          <label htmlFor={`${id}-password`}>{text(WORDS.password)}</label>
          <input
            id={`${id}-password`}
            className="field"
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </>
      )}
    </FormDialog>
  )
}

export default opens(ControlDialog)
