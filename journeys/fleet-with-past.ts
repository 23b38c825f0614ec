import { bringUp } from '@tanker/fleet/bring-up'
import { assembleFleet, type Fleet, lifeMaker } from '@tanker/fleet/fleet'
import { thriftyRates } from '@tanker/fleet/reporter'
import type { Tale } from '@tanker/fleet/tale'
import type { TruckLife } from '@tanker/fleet/truck-life'
import { loadWorld } from '@tanker/fleet/world'
import { PROJECT_FOLDER } from './running-product.ts'

export type FleetWithPast = { readonly fleet: Fleet; readonly tales: readonly Tale[]; readonly lifeOfTale: (tale: Tale) => TruckLife }

/** The first trucks of the virtual fleet as they stand at `startAt`, with what they have to tell of the days before. */
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
  const allTales: Tale[] = []
  for (const row of world.trucks.slice(0, trucks)) {
    const { life, tales } = await bringUp(makeLife, row, { kept: null, days, now: () => startAt })
    fleet.add(life)
    allTales.push(...tales)
  }
  return {
    fleet,
    tales: allTales,
    lifeOfTale({ phone, from }) {
      const row = world.trucks.find(({ terminalPhone }) => terminalPhone === phone)
      if (!row) throw new Error(`no truck ${phone}`)
      return makeLife(row, from, { rates: thriftyRates })
    },
  }
}
