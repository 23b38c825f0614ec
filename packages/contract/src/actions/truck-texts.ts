import { defineAction } from './define-action.ts'

export const sendText = defineAction({
  name: 'send-text',
  buttons: { list: { zh: '发送文本', en: 'Send a text' } },
  permission: 'texts:send',
  primary: true,
})

export const stopText = defineAction({
  name: 'stop-text',
  buttons: { row: { zh: '中止', en: 'Stop' }, rows: { zh: '中止所选', en: 'Stop selected' } },
  permission: 'texts:send',
  appliesTo: ({ state }: { readonly state: string }) => state === 'waiting' || state === 'sending',
})

/** The dialog of a new text, with the truck and the text of the row. */
export const repeatText = defineAction({
  name: 'repeat-text',
  buttons: { row: { zh: '再次发送', en: 'Send again' } },
  permission: 'texts:send',
  appliesTo: ({ state }: { readonly state: string }) => state !== 'waiting' && state !== 'sending',
})
