import { VIDEO_STREAMS, type VideoStream } from '@tanker/contract/video'
import type { ScreenSearch } from '../../platform/screen-frame/screen-address.ts'

/** Windows on one screen (spec 9). */
export const MAX_LIVE_WINDOWS = 8

/** One channel of a truck, as an address names it: `17.2`. */
export type Cell = { readonly truckId: number; readonly channel: number }

export const cellName = ({ truckId, channel }: Cell): string => `${truckId}.${channel}`
export const isSameCell = (one: Cell, other: Cell): boolean => one.truckId === other.truckId && one.channel === other.channel

/** Cells that an address names, each once, at most so many; nonsense is left out. */
export function cellsIn(search: ScreenSearch, word: string, most: number): readonly Cell[] {
  const named = (search[word] ?? '').split(',').flatMap((one): Cell[] => {
    const parts = /^(\d{1,9})\.([1-8])$/.exec(one)
    return parts === null || Number(parts[1]) === 0 ? [] : [{ truckId: Number(parts[1]), channel: Number(parts[2]) }]
  })
  return named.filter((cell, at) => named.findIndex((other) => isSameCell(cell, other)) === at).slice(0, most)
}

export const streamIn = (search: ScreenSearch): VideoStream => VIDEO_STREAMS.find((one) => one === search['stream']) ?? 'sub'

/** One of the numbers that are offered, or the first of them. */
export const numberIn = <N extends number>(search: ScreenSearch, word: string, offered: readonly N[], otherwise: N): N =>
  offered.find((one) => String(one) === search[word]) ?? otherwise
