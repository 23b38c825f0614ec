import { defineAction } from './define-action.ts'

type UpgradeRow = { readonly state: string }

const send = 'firmware:send'
const keep = 'firmware:keep'

export const newUpgrade = defineAction({
  name: 'new-upgrade',
  buttons: { list: { zh: '新建升级', en: 'New upgrade' } },
  permission: send,
  primary: true,
})

/** A choice in the dialog of a new upgrade. */
export const forceDowngrade = defineAction({ name: 'force-downgrade', buttons: {}, permission: 'firmware:downgrade' })

export const retryUpgrade = defineAction({
  name: 'retry-upgrade',
  buttons: { row: { zh: '重试', en: 'Retry' }, rows: { zh: '重试所选', en: 'Retry selected' } },
  permission: send,
  appliesTo: ({ state }: UpgradeRow) => state === 'failed' || state === 'stopped',
})

export const abortUpgrade = defineAction({
  name: 'abort-upgrade',
  buttons: { row: { zh: '中止', en: 'Abort' }, rows: { zh: '中止所选', en: 'Abort selected' } },
  permission: send,
  appliesTo: ({ state }: UpgradeRow) => ['waiting', 'sending', 'synchronizing'].includes(state),
})

export const addFirmware = defineAction({
  name: 'add-firmware',
  buttons: { list: { zh: '上传固件', en: 'Add firmware' } },
  permission: keep,
  primary: true,
})

export const saveFirmware = defineAction({ name: 'save-firmware', buttons: { row: { zh: '下载', en: 'Save' } }, permission: null })

export const removeFirmware = defineAction({
  name: 'remove-firmware',
  buttons: { row: { zh: '删除', en: 'Delete' } },
  permission: keep,
})
