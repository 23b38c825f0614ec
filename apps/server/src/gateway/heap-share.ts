import { PerformanceObserver, constants } from 'node:perf_hooks'
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8'

const MEGABYTE = 1_048_576
/** V8's own, on 64 bits. */
const USUAL_SEMI_SPACE_MB = 16

type Collection = { readonly detail?: { readonly kind?: number } }

/**
 * Share of V8's memory limit in use after the last full collection, from 0 to 1. Garbage
 * does not count: between collections the heap is always fuller than needed.
 */
export function watchHeapShare(): { share(): number; close(): void } {
  // V8's limit includes the young generation (three semi-spaces), in which nothing stays: the old space is full before.
  const oldSpaceLimit = getHeapStatistics().heap_size_limit - 3 * semiSpaceMb() * MEGABYTE
  let share = 0
  const observer = new PerformanceObserver((list) => {
    if (!list.getEntries().some((entry) => (entry as Collection).detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR)) return
    share = usedOfOldSpace() / oldSpaceLimit
  })
  observer.observe({ entryTypes: ['gc'] })
  return { share: () => share, close: () => observer.disconnect() }
}

function usedOfOldSpace(): number {
  const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')
  return getHeapStatistics().used_heap_size - (young?.space_used_size ?? 0)
}

/** As it was set at the start of the process. */
function semiSpaceMb(): number {
  const set = /--max[-_]semi[-_]space[-_]size[= ](\d+)/.exec([...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' '))?.[1]
  return set === undefined ? USUAL_SEMI_SPACE_MB : Number(set)
}
