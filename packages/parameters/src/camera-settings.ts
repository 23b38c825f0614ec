import type { Text } from '@tanker/domain/texts/text'
import { rangeOf } from './check-file-values.ts'
import type { DeviceField } from './define-device-file.ts'
import { isPermitted, type ParameterValue } from './define-parameter.ts'
import { recordingFields, videoFields } from './device-files/camera-fields.ts'
import { cameraMaskFields } from './device-files/system-fields.ts'

type CameraGroup = { readonly key: string; readonly label: Text; readonly fields: readonly DeviceField[] }

/** What camera setup changes in syscfg.txt, in groups. */
export const CAMERA_SETTINGS: readonly CameraGroup[] = [
  { key: 'video', label: { zh: '摄像头', en: 'Cameras' }, fields: videoFields },
  { key: 'recording', label: { zh: '录像', en: 'Recording' }, fields: recordingFields },
  { key: 'photos', label: { zh: '事件拍照', en: 'Photos at events' }, fields: cameraMaskFields },
]

/** Its fields by their keys. */
const FIELDS: ReadonlyMap<string, DeviceField> = new Map(
  CAMERA_SETTINGS.flatMap(({ fields }) => fields.map((field) => [field.key, field] as const)),
)

/** What is wrong with settings that several trucks are to have, a sentence for each. What contradicts the file of a truck is found with that file. */
export const cameraProblems = (values: Readonly<Record<string, ParameterValue>>, trucks: number): readonly Text[] =>
  Object.entries(values).flatMap(([key, value]): Text[] => {
    const field = FIELDS.get(key)
    if (field === undefined) return [{ zh: `${key} 不是摄像头设置。`, en: `${key} is no camera setting.` }]
    const { label, own } = field
    if (value === '') return [{ zh: `请填写${label.zh}。`, en: `Please enter ${label.en}.` }]
    if (!isPermitted(field, value)) return [{ zh: `${label.zh}：${rangeOf(field).zh}。`, en: `${label.en}: ${rangeOf(field).en}.` }]
    return own === true && trucks > 1
      ? [{ zh: `${label.zh}每车不同，一次只能设置一辆车。`, en: `${label.en}: each truck has its own; please choose one truck.` }]
      : []
  })
