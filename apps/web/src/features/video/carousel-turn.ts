import { type Cell, isSameCell } from './video-address.ts'

/** What the windows show at a turn: pinned channels keep their windows, the others go round. */
export function cellsAtTurn(all: readonly Cell[], pinned: readonly Cell[], windows: number, turn: number): readonly Cell[] {
  const kept = pinned.filter((cell) => all.some((one) => isSameCell(one, cell))).slice(0, windows)
  const others = all.filter((cell) => !kept.some((one) => isSameCell(one, cell)))
  const room = Math.min(windows - kept.length, others.length)
  const from = others.length === 0 ? 0 : (turn * room) % others.length
  return [...kept, ...Array.from({ length: room }, (_, at) => others[(from + at) % others.length] as Cell)]
}

/** Whether there is more than the windows hold, so that they go round at all. */
export const goesRound = (all: readonly Cell[], windows: number): boolean => all.length > windows
