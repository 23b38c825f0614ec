import { defineAction } from './define-action.ts'

type ChangeRow = { readonly source: string; readonly restorable: boolean }

/** Sends the old value to the truck again. */
export const restoreParameter = defineAction({
  name: 'restore-parameter',
  buttons: { row: { zh: '恢复原值', en: 'Restore' } },
  permission: 'parameters:send',
  appliesTo: ({ source, restorable }: ChangeRow) => source !== 'threshold' && restorable,
})

/** Sets the old value of a threshold again, or lets it inherit again. */
export const restoreThreshold = defineAction({
  name: 'restore-threshold',
  buttons: { row: { zh: '恢复原值', en: 'Restore' } },
  permission: 'thresholds:change',
  appliesTo: ({ source }: ChangeRow) => source === 'threshold',
})
