import { FILES_WITH_SECRETS } from '../parameter-file-secrets.ts'
import { defineAction } from './define-action.ts'

const send = 'parameters:send'

export const keepParameters = defineAction({
  name: 'keep-parameters',
  buttons: { row: { zh: '备份', en: 'Back up' } },
  permission: send,
  appliesTo: ({ state }: { readonly state: string }) => state === 'as-wanted' || state === 'drifted' || state === 'read',
})

export const compareBackup = defineAction({
  name: 'compare-backup',
  buttons: { row: { zh: '比较', en: 'Compare' } },
  permission: null,
})

export const restoreBackup = defineAction({
  name: 'restore-backup',
  buttons: { row: { zh: '恢复', en: 'Restore' } },
  permission: send,
})

/** Secrets leave the server only towards the truck. */
export const saveBackup = defineAction({
  name: 'save-backup',
  buttons: { row: { zh: '下载', en: 'Download' } },
  permission: send,
  appliesTo: ({ file }: { readonly file: string }) => !FILES_WITH_SECRETS.includes(file),
})
