import { defineAction } from './define-action.ts'

/** The server decides whose change it is: users withdraw their own and decide those of others. */
export const decideFence = defineAction({
  name: 'decide-fence',
  buttons: { row: { zh: '审批', en: 'Review' }, rows: { zh: '审批所选', en: 'Review selected' } },
  permission: 'setting/base_data/enclosure_approval',
  appliesTo: (row: { readonly status: string }) => row.status === 'pending',
})

export const viewFenceChange = defineAction({
  name: 'view-fence-change',
  buttons: { row: { zh: '查看', en: 'View' } },
  permission: null,
  insteadOf: decideFence.name,
})

const CORRECT = { zh: '修正围栏', en: 'Correct' } as const
const permission = 'setting/base_data/user_enclosure:change'

export const correctFence = defineAction({ name: 'correct-fence', buttons: { row: CORRECT }, permission })

/** From an alarm of a truck that worked outside a fence. */
export const correctFenceOfAlarm = defineAction({
  name: 'correct-fence-of-alarm',
  buttons: { row: CORRECT },
  permission,
  appliesTo: (row: { readonly kind: string | null }) => row.kind === 'unloaded-outside' || row.kind === 'loaded-outside',
})
