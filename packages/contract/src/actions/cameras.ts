import { defineAction } from './define-action.ts'

type CameraRow = { readonly state: string; readonly cameras: string | null }

export const setCameras = defineAction({
  name: 'set-cameras',
  buttons: { row: { zh: '设置', en: 'Set' }, rows: { zh: '设置所选', en: 'Set selected' }, list: { zh: '设置摄像头', en: 'Set cameras' } },
  permission: 'parameters:send',
  appliesTo: ({ state }: CameraRow) => state !== 'busy' && state !== 'never-read',
  primary: true,
})

export const readCameras = defineAction({
  name: 'read-cameras',
  buttons: { row: { zh: '读取', en: 'Read' }, rows: { zh: '读取所选', en: 'Read selected' } },
  permission: 'setting/device_parameter/params_files',
  appliesTo: ({ state }: CameraRow) => state !== 'busy',
})

export const takePhoto = defineAction({
  name: 'take-photo',
  buttons: { row: { zh: '试拍', en: 'Test photo' } },
  permission: 'trucks:control',
  appliesTo: ({ cameras }: CameraRow) => cameras !== null,
})
