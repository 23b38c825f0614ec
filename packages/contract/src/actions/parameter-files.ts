import { defineAction } from './define-action.ts'

type FileRow = { readonly state: string }

export const readParameters = defineAction({
  name: 'read-parameters',
  buttons: { row: { zh: '读取', en: 'Read' }, rows: { zh: '读取所选', en: 'Read selected' } },
  permission: null,
  appliesTo: ({ state }: FileRow) => state !== 'busy',
})

export const editParameters = defineAction({
  name: 'edit-parameters',
  buttons: { row: { zh: '修改', en: 'Edit' } },
  permission: 'parameters:send',
  appliesTo: ({ state }: FileRow) => state === 'as-wanted' || state === 'drifted' || state === 'read',
})

export const sendProducts = defineAction({
  name: 'send-products',
  buttons: { list: { zh: '下发油品', en: 'Send products' } },
  permission: 'parameters:send',
  primary: true,
})

/** Sends what is wanted, or accepts what the truck has. */
export const settleDrift = defineAction({
  name: 'settle-drift',
  buttons: { row: { zh: '处理差异', en: 'Settle' } },
  permission: 'parameters:send',
  appliesTo: ({ state }: FileRow) => state === 'drifted',
})

export const compareParameters = defineAction({
  name: 'compare-parameters',
  buttons: { row: { zh: '比较', en: 'Compare' } },
  permission: null,
})
