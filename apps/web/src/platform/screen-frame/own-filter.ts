import type { FilterKind } from '@tanker/contract/report-view'
import type { Text } from '@tanker/domain/texts/text'
import type { FilterOf } from './filter-values.ts'
import { text } from '../language.ts'

type More = { readonly maxDays?: number; readonly choices?: readonly { readonly value: string; readonly label: string }[] }

/** A filter as reports have it, for a screen that has no report behind it: drawn by the same field. */
export const ownFilter = (name: string, kind: FilterKind, label: Text, { maxDays, choices = [] }: More = {}): FilterOf => ({
  name,
  kind,
  label: text(label),
  required: true,
  choices: [...choices],
  maxDays: maxDays ?? null,
  backDays: null,
  unit: null,
  initial: [],
})
