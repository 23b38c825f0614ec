import { defineAction } from './define-action.ts'

const permission = 'upgrade-files:send'
type Row = { readonly state: string; readonly parameterFile: string | null }

export const resumeRollOut = defineAction({
  name: 'resume-roll-out',
  buttons: { row: { zh: '继续', en: 'Resume' } },
  permission,
  appliesTo: ({ state }: Row) => state === 'paused',
})

export const stopRollOut = defineAction({
  name: 'stop-roll-out',
  buttons: { row: { zh: '停止', en: 'Stop' } },
  permission,
  appliesTo: ({ state }: Row) => ['first', 'watching', 'waves', 'paused', 'returning'].includes(state),
})

/** Firmware cannot be taken back. */
export const returnRollOut = defineAction({
  name: 'return-roll-out',
  buttons: { row: { zh: '退回', en: 'Roll back' } },
  permission,
  appliesTo: ({ state, parameterFile }: Row) => parameterFile !== null && ['paused', 'stopped', 'done'].includes(state),
})
