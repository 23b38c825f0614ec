import { thresholdCalls } from '@tanker/contract/endpoints/thresholds'
import { MAX_TRIED_TRUCKS, type TrialResult } from '@tanker/contract/threshold-trials'
import { useEffect, useRef, useState } from 'react'
import { call, CallError } from '../../platform/calls/call.ts'

type Values = { readonly organisationIds: string; readonly truckIds: string; readonly values: string }
export type TriedTruck = TrialResult['trucks'][number]

/** A trial as it stands; null: none was begun. */
export type Trial = {
  readonly state: 'running' | 'done' | 'stopped' | 'failed'
  readonly days: number
  readonly total: number
  readonly trucks: readonly TriedTruck[]
  /** Why it failed. */
  readonly message: string
}

/** Groups of trucks that are asked for at the same time. */
const atOnce = 2

/** Tries values on the last days of the trucks that they count for, some trucks at a time, until all are tried or it is stopped. */
export function useTrial(): {
  readonly trial: Trial | null
  readonly begin: (values: Values, days: number) => void
  readonly stop: () => void
} {
  const [trial, setTrial] = useState<Trial | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function run(values: Values, days: number, signal: AbortSignal): Promise<void> {
    const options = { purpose: 'silent', signal } as const
    const { truckIds } = await call(thresholdCalls.trialTrucks, values, options)
    setTrial({ state: 'running', days, total: truckIds.length, trucks: [], message: '' })
    const groups: string[] = []
    for (let from = 0; from < truckIds.length; from += MAX_TRIED_TRUCKS) groups.push(truckIds.slice(from, from + MAX_TRIED_TRUCKS).join())
    const work = async (): Promise<void> => {
      for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
        const { trucks } = await call(thresholdCalls.try, { ...values, days, triedTruckIds: group }, options)
        setTrial((now) => now && { ...now, trucks: [...now.trucks, ...trucks] })
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    setTrial((now) => now && { ...now, state: 'done' })
  }

  const begin = (values: Values, days: number): void => {
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    setTrial({ state: 'running', days, total: 0, trucks: [], message: '' })
    run(values, days, control.signal).catch((failure: unknown) => {
      if (control.signal.aborted) return
      control.abort()
      if (!(failure instanceof CallError)) throw failure
      setTrial((now) => now && { ...now, state: 'failed', message: failure.message })
    })
  }
  const stop = (): void => {
    running.current?.abort()
    setTrial((now) => now && { ...now, state: 'stopped' })
  }
  return { trial, begin, stop }
}
