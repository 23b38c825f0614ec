import type { AnswerOf, DataEndpoint } from '@tanker/contract/endpoint'
import { useEffect } from 'react'
import { invalidate, useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { onAlarmChange } from '../../platform/feed/alarm-changes.ts'

const refreshMs = 15_000
/** The whole fleet is read: alarms that come together count as one. */
const afterAlarmsMs = 3_000

type Monitor = DataEndpoint & { readonly input: null }

/** What a board shows of the whole fleet beside the live positions: read every 15 s, and soon after alarms were raised or have ended. */
export function useMonitor<E extends Monitor>(endpoint: E): AnswerOf<E> | undefined {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onAlarmChange(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        void invalidate(endpoint)
      }, afterAlarmsMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [endpoint])
  return useEndpoint(endpoint, null as never, { purpose: 'poll', refetchInterval: refreshMs }).data
}

/** Where each truck stands in the arrays of a monitor's answer. */
export const indexByTruck = (truckIds: readonly number[]): ReadonlyMap<number, number> =>
  new Map(truckIds.map((truckId, index) => [truckId, index]))
