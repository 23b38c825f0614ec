import type { Storage } from '@tanker/contract/storage'
import { shownDecimal, shownWhole } from '../platform/shown-values.ts'

/** A disk or a database that is nearly full. */
export type Full = Storage['full'][number]

const GB = 1e9
export const gigabytes = (bytes: number): string => `${shownDecimal(bytes / GB, 1)} GB`

/** How full it is, rounded down: only what is full is at 100 %. */
export const shareOf = ({ usedBytes, totalBytes }: Full): string => `${shownWhole(Math.floor((usedBytes / totalBytes) * 100))} %`

/** The one with the least left of its size. */
export const fullest = (rows: readonly Full[]): Full | undefined =>
  rows.toSorted((a, b) => b.usedBytes / b.totalBytes - a.usedBytes / a.totalBytes)[0]
