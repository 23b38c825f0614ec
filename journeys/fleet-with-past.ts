import { bringUp } from '@tanker/fleet/bring-up'
import { assembleFleet, type Fleet, lifeMaker } from '@tanker/fleet/fleet'
import { thriftyRates } from '@tanker/fleet/reporter'
import type { HistorySpan } from '@tanker/fleet/history-replay'
import type { TruckLife } from '@tanker/fleet/truck-life'
import { loadWorld } from '@tanker/fleet/world'
import { PROJECT_FOLDER } from './running-product.ts'

export type FleetWithPast = {
  readonly fleet: Fleet
  readonly spans: readonly HistorySpan[]
  readonly lifeOfSpan: (span: HistorySpan) => TruckLife
}

/** The first trucks of the virtual fleet at `startAt`, with the history of the days before. */
export async function fleetWithPast(wanted: {
  readonly trucks: number
  readonly days: number
  readonly startAt: number
  readonly scenariosPerTruckHour: number
}): Promise<FleetWithPast> {
  const { trucks, days, startAt, scenariosPerTruckHour } = wanted
  const world = loadWorld(`${PROJECT_FOLDER}/apps/fleet/world`)
  const makeLife = lifeMaker(world, 1, () => scenariosPerTruckHour)
  const fleet = assembleFleet(null)
  const allSpans: HistorySpan[] = []
  for (const row of world.trucks.slice(0, trucks)) {
    const { life, spans } = await bringUp(makeLife, row, { kept: null, days, now: () => startAt })
    fleet.add(life)
    allSpans.push(...spans)
  }
  return {
    fleet,
    spans: allSpans,
    lifeOfSpan({ phone, from }) {
      const row = world.trucks.find(({ terminalPhone }) => terminalPhone === phone)
      if (!row) throw new Error(`no truck ${phone}`)
      return makeLife(row, from, { rates: thriftyRates })
    },
  }
}
