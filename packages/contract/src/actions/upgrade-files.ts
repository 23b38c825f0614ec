import { hasContent, ROLLED_OUT, type UpgradeFileType } from '@tanker/domain/devices/upgrade-file'
import { defineAction } from './define-action.ts'

type Row = { readonly type: UpgradeFileType; readonly status: string }

export const addUpgradeFile = defineAction({
  name: 'add-upgrade-file',
  buttons: { list: { zh: '上传文件', en: 'Add a file' } },
  permission: { onScreen: 'create' },
  primary: true,
})

export const sendUpgradeFile = defineAction({
  name: 'send-upgrade-file',
  buttons: { row: { zh: '下发', en: 'Send' } },
  permission: 'upgrade-files:send',
  appliesTo: ({ status }: Row) => status === 'enabled',
})

/** To a few trucks first, and to the others once these are well. */
export const orderRollOut = defineAction({
  name: 'order-roll-out',
  buttons: { row: { zh: '分批下发', en: 'Roll out' } },
  permission: 'upgrade-files:send',
  appliesTo: ({ status, type }: Row) => status === 'enabled' && ROLLED_OUT.includes(type),
})

export const saveUpgradeFile = defineAction({
  name: 'save-upgrade-file',
  buttons: { row: { zh: '下载', en: 'Save' } },
  permission: null,
  appliesTo: ({ type }: Row) => hasContent(type),
})
