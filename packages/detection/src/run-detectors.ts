import type { Reading } from '@tanker/domain/reading'
import { carriesWater } from './cargo/water-truck.ts'
import type { Detector } from './detector.ts'
import type { Moment } from './moment.ts'
import { compiled } from './state/compiled.ts'

/** The list as three functions; `state` has what each detector alone remembers, under its name. */
type Run = {
  onClock(moment: Moment, state: object, heardAt: number | null): void
  onFrame(moment: Moment, state: object): void
  step(moment: Moment, state: object, reading: Reading): void
}

const minuteMs = 60_000

/** The first reading of a minute, and what runs once a minute is due. */
function beginsMinute({ at, state }: Moment): boolean {
  if (at - state.custody.minuteAt < minuteMs) return false
  state.custody.minuteAt = at
  return true
}

const CONDITIONS = { fuel: 'fuel', water: '!fuel', minute: 'minute' } as const

/**
 * Detectors in their order, compiled to one call after the other: a loop would make each call from the same place, which the
 * engine of JavaScript cannot inline. Throws when a name stands twice, or a detector before one that it runs after.
 */
export function runDetectors(detectors: readonly Detector[]): Run {
  checkOrder(detectors)
  const names: Record<string, unknown> = { carriesWater, beginsMinute }
  const clock: string[] = []
  const frame: string[] = []
  const step: string[] = []
  let minuteKnown = false
  for (const [index, detector] of detectors.entries()) {
    const own = detector.state === undefined ? 'undefined' : `state.${detector.name}`
    const call = (hook: 'step' | 'onClock' | 'onFrame', args: string): string[] => {
      const method = detector[hook]
      if (method === undefined) return []
      names[`${hook}${index}`] = method
      return [`${hook}${index}(moment, ${args}${own})`]
    }
    clock.push(...call('onClock', 'heardAt, '))
    frame.push(...call('onFrame', ''))
    if (detector.on === 'minute' && !minuteKnown) {
      step.push('const minute = beginsMinute(moment)')
      minuteKnown = true
    }
    const condition = detector.on === undefined ? '' : `if (${CONDITIONS[detector.on]}) `
    step.push(...call('step', 'reading, ').map((line) => condition + line))
  }
  return compiled(
    `{
onClock(moment, state, heardAt) {\n${clock.join('\n')}\n},
onFrame(moment, state) {\n${frame.join('\n')}\n},
step(moment, state, reading) {\nconst fuel = !carriesWater(moment)\n${step.join('\n')}\n},
}`,
    names,
  ) as Run
}

function checkOrder(detectors: readonly Detector[]): void {
  const above = new Set<string>()
  for (const { name, after = [] } of detectors) {
    const below = after.find((other) => !above.has(other))
    if (below !== undefined) throw new Error(`detector ${name} runs after ${below}, which is not above it in the list`)
    if (above.has(name)) throw new Error(`two detectors are called ${name}`)
    above.add(name)
  }
}
