import { emergencyFact } from '@tanker/domain/facts/driving-facts'
import { aboardL } from '../gauges/aboard.ts'
import { type Moment, placeNow, raise } from '../moment.ts'

/** JT/T 808 alarm bits: the driver's button, collision, roll-over. */
const TRIGGERS = [
  { bit: 1 << 0, trigger: 'button' },
  { bit: 1 << 29, trigger: 'collision' },
  { bit: 1 << 30, trigger: 'roll-over' },
] as const
const anyTrigger = TRIGGERS.reduce((bits, { bit }) => bits | bit, 0)

/** Emergency (201): black, never merged; each new trigger is an alarm of its own. */
export function stepEmergency(moment: Moment, alarmBits: number): void {
  const { emergency } = moment.state
  const bits = alarmBits & anyTrigger
  if (bits === emergency.bits) return
  if (emergency.openAt !== 0 && bits === 0) {
    report(moment, moment.at)
    emergency.openAt = 0
    emergency.place = null
  }
  const risen = bits & ~emergency.bits
  emergency.bits = bits
  if (risen === 0) return
  if (emergency.openAt !== 0) report(moment, moment.at)
  emergency.openAt = moment.at
  emergency.trigger = TRIGGERS.findIndex(({ bit }) => (risen & bit) !== 0)
  emergency.place = placeNow(moment.state)
  report(moment, null)
}

function report(moment: Moment, endedAt: number | null): void {
  const { emergency, loaded } = moment.state
  if (emergency.place === null) return
  raise(moment, emergencyFact, {
    name: endedAt === null ? 'emergency-began' : 'emergency-ended',
    startedAt: emergency.openAt,
    object: emergency.trigger,
    ...(endedAt === null ? {} : { endedAt }),
    grade: 'black',
    place: emergency.place,
    properties: {
      trigger: TRIGGERS[emergency.trigger]?.trigger ?? null,
      loaded,
      loadL: aboardL(moment.state),
      driverName: moment.context.driver?.name ?? null,
    },
  })
}
