import { remoteControlCalls } from '@tanker/contract/endpoints/remote-control'
import { MAX_SEND_REASON } from '@tanker/contract/parameter-files'
import type { CameraName } from '@tanker/contract/remote-control'
import { CAMERA_CHANNELS } from '@tanker/domain/trucks/truck-choices'
import { useId, useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { text } from '../../../platform/language.ts'
import { FormDialog } from '../../../platform/ui/form-dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { type ActionProps, opens } from '../../../report/actions.ts'

const WORDS = {
  title: { zh: '试拍', en: 'Test photo' },
  camera: { zh: '摄像头', en: 'Camera' },
  reason: { zh: '原因', en: 'Reason' },
  usual: { zh: '摄像头设置试拍', en: 'Test of camera setup' },
  about: {
    zh: '摄像头立即拍一张照片，可在“照片查看”中查看。车辆 5 分钟内未接收则不再下发。',
    en: 'The camera takes a photo now; it appears under Photos. A truck that has not taken it within 5 minutes does not get it any more.',
  },
  submit: { zh: '拍照', en: 'Take a photo' },
  ordered: { zh: '已下发，稍后见“照片查看”', en: 'Ordered; the photo will appear under Photos' },
  needsReason: { zh: '请填写原因。', en: 'Please enter the reason.' },
} as const

const NAMES = Object.keys(CAMERA_CHANNELS) as readonly CameraName[]
/** The cameras of a row, `1-cab,3-api`; all that there may be where the column is hidden. */
const camerasOf = (shown: unknown): readonly CameraName[] => {
  const named = String(shown ?? '')
    .split(',')
    .flatMap((key) => NAMES.filter((name) => key.endsWith(`-${name}`)))
  return named.length > 0 ? named : NAMES
}

/** Has one camera of the row's truck take a photo. */
const TakePhotoDialog = ({ row, onClose, onDone }: ActionProps) => {
  const id = useId()
  const { truckId, plate } = row['plate'] as { readonly truckId: number; readonly plate: string }
  const cameras = camerasOf(row['cameras'])
  const [camera, setCamera] = useState<CameraName>(cameras[0] ?? 'api')
  const [reason, setReason] = useState(text(WORDS.usual))
  const send = async (): Promise<void> => {
    const given = { truckIds: String(truckId), command: 'photo', camera, reason: reason.trim() } as const
    await call(remoteControlCalls.send, given, { purpose: 'action' })
    toast('success', text(WORDS.ordered))
    onDone()
  }
  return (
    <FormDialog
      title={text(WORDS.title)}
      count={plate}
      submit={text(WORDS.submit)}
      check={() => (reason.trim() === '' ? text(WORDS.needsReason) : null)}
      onSubmit={send}
      onCancel={onClose}
    >
      <p className="dialog-note">{text(WORDS.about)}</p>
      <label htmlFor={`${id}-camera`}>{text(WORDS.camera)}</label>
      <select id={`${id}-camera`} className="field" value={camera} onChange={({ target }) => setCamera(target.value as CameraName)}>
        {cameras.map((name) => (
          <option key={name} value={name}>
            {text(CAMERA_CHANNELS[name])}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-reason`}>{text(WORDS.reason)}</label>
      <input
        id={`${id}-reason`}
        className="field"
        maxLength={MAX_SEND_REASON}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  )
}

export default opens(TakePhotoDialog)
