import { defineAction } from './define-action.ts'

export const setTemplateValues = defineAction({
  name: 'set-template-values',
  buttons: { row: { zh: '设置参数', en: 'Parameters' } },
  permission: 'parameters:send',
})

export const applyTemplate = defineAction({
  name: 'apply-template',
  buttons: { row: { zh: '下发', en: 'Send' } },
  permission: 'parameters:send',
  appliesTo: ({ count, status }: { readonly count: number; readonly status: string }) => count > 0 && status === 'enabled',
})
