import { OWN_COMMANDS } from '../sent-commands.ts'
import { defineAction } from './define-action.ts'

const OPEN = ['waiting', 'sending', 'synchronizing']

export const stopCommand = defineAction({
  name: 'stop-command',
  buttons: { row: { zh: '中止', en: 'Stop' }, rows: { zh: '中止所选', en: 'Stop selected' } },
  permission: 'commands:stop',
  appliesTo: ({ state, kind }: { readonly state: string; readonly kind: string }) => OPEN.includes(state) && !OWN_COMMANDS.includes(kind),
})
