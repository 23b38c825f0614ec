import { defineAction } from './define-action.ts'

export const controlTruck = defineAction({
  name: 'control-truck',
  buttons: { list: { zh: '下发指令', en: 'Send a command' } },
  permission: 'trucks:control',
  primary: true,
})

export const stopControl = defineAction({
  name: 'stop-control',
  buttons: { row: { zh: '中止', en: 'Stop' } },
  permission: 'trucks:control',
  appliesTo: ({ state }: { readonly state: string }) => state === 'waiting' || state === 'sending',
})
