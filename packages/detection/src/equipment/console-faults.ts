import { CONSOLE_FAULT_NAMES, CONSOLE_FAULTS } from '@tanker/domain/devices/console-fault'
import { consoleFaultFact } from '@tanker/domain/facts/equipment-facts'
import type { Moment } from '../moment.ts'
import { judgeTrouble } from './troubles.ts'

const anyFault = CONSOLE_FAULT_NAMES.reduce((bits, name) => bits | (1 << CONSOLE_FAULTS[name].bit), 0)
/** A fault that comes back sooner is the same one. */
const goneMs = 60_000

/** Faults that the terminal reports of itself (334): each is an alarm once its bit stays set. */
export function stepConsoleFaults(moment: Moment, alarmBits: number): void {
  const isKnown = moment.state.custody.troubles.some(({ type }) => type === consoleFaultFact.type)
  if ((alarmBits & anyFault) === 0 && !isKnown) return
  for (const [object, fault] of CONSOLE_FAULT_NAMES.entries()) {
    judgeTrouble(moment, (alarmBits & (1 << CONSOLE_FAULTS[fault].bit)) !== 0, {
      alarm: consoleFaultFact,
      object,
      name: 'console-fault',
      record: null,
      holdMs: moment.thresholds.consoleFaultS * 1000,
      goodMs: goneMs,
      value: 1,
      worse: 'more',
      grade: 'yellow',
      properties: { fault },
    })
  }
}
