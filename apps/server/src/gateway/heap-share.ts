import { PerformanceObserver, constants } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

type Collection = { readonly detail?: { readonly kind?: number } }

/**
 * How much of the memory that V8 may use was still in use after its last full collection, from 0 to 1. What is garbage
 * does not count: between collections the heap is always fuller than it need be.
 */
export function watchHeapShare(): { share(): number; close(): void } {
  let share = 0
  const observer = new PerformanceObserver((list) => {
    if (!list.getEntries().some((entry) => (entry as Collection).detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR)) return
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
    share = used / limit
  })
  observer.observe({ entryTypes: ['gc'] })
  return { share: () => share, close: () => observer.disconnect() }
}
