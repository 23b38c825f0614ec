import fc from 'fast-check'
import { aDay } from './a-day.ts'

type Day = ReturnType<typeof aDay>
const fullL = 7800

/** What can happen to a truck at the depot, on the road and at the station, fast or slow, one upon the other. */
const compartment = fc.integer({ min: 1, max: 3 })
const happening = fc.oneof(
  fc.record({
    what: fc.constant('drain' as const),
    compartment,
    litres: fc.integer({ min: 1, max: 900 }),
    lpm: fc.constantFrom(20, 45, 90, 250, 500),
  }),
  fc.record({
    what: fc.constant('transfer' as const),
    compartment: fc.integer({ min: 1, max: 2 }),
    litres: fc.integer({ min: 80, max: 900 }),
    lpm: fc.constantFrom(120, 300),
  }),
  fc.record({
    what: fc.constant('fill' as const),
    compartment,
    litres: fc.integer({ min: 60, max: 500 }),
    lpm: fc.constantFrom(120, 600),
  }),
  fc.record({ what: fc.constant('warming' as const), celsius: fc.integer({ min: 24, max: 34 }) }),
  fc.record({ what: fc.constant('jump' as const), compartment, offsetMm: fc.constantFrom(-80, -30, 0, 80, 220) }),
  fc.record({ what: fc.constant('stop' as const), seconds: fc.integer({ min: 10, max: 900 }) }),
  fc.record({ what: fc.constant('nudge' as const), metres: fc.integer({ min: 10, max: 300 }) }),
)
const litresOf = (most: number) => fc.array(fc.integer({ min: most / 2, max: most }), { minLength: 3, maxLength: 3 })
export const anyTrip = fc.record({
  seed: fc.nat(999_999),
  /** Times a quiet gauge's noise. */
  noise: fc.constantFrom(0, 1, 2.5),
  loads: litresOf(5000),
  atDepot: fc.array(happening, { maxLength: 3 }),
  onTheRoad: fc.array(happening, { maxLength: 5 }),
  keeps: fc.tuple(fc.constantFrom(0, 180, 1500), fc.constantFrom(0, 120), fc.constantFrom(0, 40)),
  atStation: fc.array(happening, { maxLength: 3 }),
  pauseS: fc.constantFrom(0, 60, 400),
})
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never
export type Trip = typeof anyTrip extends fc.Arbitrary<infer Value> ? Value : never

function happens(day: Day, happening: Happening): void {
  if (happening.what === 'warming') day.warmsTo(happening.celsius)
  else if (happening.what === 'jump') day.gauge(happening.compartment, { offsetMm: happening.offsetMm })
  else if (happening.what === 'stop') day.waits(happening.seconds)
  else if (happening.what === 'nudge') day.drivesTo(day.km + happening.metres / 1000, 20)
  else {
    const { what, compartment, litres, lpm } = happening
    const heldL = day.truly(compartment)
    if (what === 'drain') day.flows(compartment, -Math.min(heldL, litres), lpm)
    else if (what === 'fill') day.flows(compartment, Math.min(litres, fullL - heldL), lpm)
    else day.transfers(compartment, compartment + 1, Math.min(heldL, litres, fullL - day.truly(compartment + 1)), lpm)
  }
}

/** The readings of such a trip: depot, road, station and off. */
export function driveTrip({ seed, noise, loads, atDepot, onTheRoad, keeps, atStation, pauseS }: Trip): Day {
  const day = aDay(seed).gaugeNoise(noise).waits(300).loads(loads, 60)
  const go = (happenings: readonly Happening[]): void => {
    for (const one of happenings) {
      happens(day, one)
      day.waits(pauseS)
    }
  }
  day.opens(1, 0).opens(2, 0)
  go(atDepot)
  day.closes(1, 0).closes(2, 0).waits(120).drivesTo(20).waits(300)
  go(onTheRoad)
  day.drivesTo(90).waits(200).unloads(keeps, 60).waits(pauseS)
  go(atStation)
  return day.shuts().waits(400).drivesTo(100).waits(400).drivesTo(103)
}
