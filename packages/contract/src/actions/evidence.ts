import { defineAction } from './define-action.ts'

type SafetyRow = { readonly evidence: string }

/** The pictures and clips that the truck sent of an alarm. */
export const showEvidence = defineAction({
  name: 'show-evidence',
  buttons: { row: { zh: '证据', en: 'Pictures' } },
  permission: null,
  appliesTo: (row: SafetyRow) => row.evidence !== 'none',
})
