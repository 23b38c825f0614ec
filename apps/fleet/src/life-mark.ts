/**
 * A truck between two chapters of its life, as plain values that a file can keep. From a mark the same life goes on, to
 * the same second and the same litre.
 */
import type { DirectorMark } from './director.ts'
import type { TruckBody } from './truck-body.ts'

export type Mark = {
  /** ms since 1970 UTC. */
  readonly at: number
  readonly random: number
  readonly director: DirectorMark | null
  readonly body: BodyMark
}

/** Fields of the body that are values; what it has by its row, and what only lives within a chapter, is left out. */
const VALUES = [
  'lat',
  'lng',
  'altitudeM',
  'headingDeg',
  'speedMs',
  'mileageM',
  'accOn',
  'activity',
  'restsUntil',
  'dutyUntil',
  'driveLeftS',
  'arrivedAt',
  'restedAt',
  'agedAt',
  'roadClass',
  'drivenM',
  'aheadM',
  'probes',
  'sloshMm',
  'axialDeg',
  'lateralDeg',
  'slopeDeg',
  'externalV',
  'backupV',
  'alarmBits',
  'hurry',
  'gpsLost',
  'linkUp',
  'consoleUp',
  'laidUp',
  'events',
  'safety',
  'nextAlarmId',
  'sealChanged',
  'sensingNow',
  'operation',
  'reportNow',
  'leftFence',
  'everythingNow',
  'gaugeReason',
  'valvesCut',
  'slipNo',
] as const satisfies readonly (keyof TruckBody)[]

const CONTENTS = [
  'v20L',
  'temperatureC',
  'waterL',
  'offsetMm',
  'gaugeFault',
  'stuckMm',
  'silent',
  'thermometerOpen',
  'driftMm',
  'wavePhase',
] as const satisfies readonly (keyof TruckBody['compartments'][number])[]

type Values = { readonly [Key in (typeof VALUES)[number]]: TruckBody[Key] }
type Contents = { readonly [Key in (typeof CONTENTS)[number]]: TruckBody['compartments'][number][Key] } & { readonly oilCode: number }

type BodyMark = Values & {
  readonly place: string | null
  readonly compartments: readonly Contents[]
  readonly ledger: TruckBody['ledger']
  readonly air: TruckBody['air']
  readonly quirks: TruckBody['quirks']
  readonly meter: TruckBody['meter']
}

const pick = <From extends object, Key extends keyof From>(from: From, keys: readonly Key[]): Pick<From, Key> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<From, Key>

export function markOf(body: TruckBody, director: DirectorMark | null): Mark {
  return structuredClone({
    at: body.at,
    random: body.random.state,
    director,
    body: {
      ...pick(body, VALUES),
      place: body.place?.name ?? null,
      compartments: body.compartments.map((one) => ({ ...pick(one, CONTENTS), oilCode: one.product.oilCode })),
      ledger: body.ledger,
      air: body.air,
      quirks: body.quirks,
      meter: body.meter,
    },
  })
}

/** Makes a fresh body of the same truck what it was at the mark. Throws when the mark is of another truck. */
export function goBackTo(body: TruckBody, mark: Mark, placeOf: (name: string) => TruckBody['place']): void {
  const { place, compartments, ledger, air, quirks, meter, ...values } = structuredClone(mark.body)
  if (compartments.length !== body.compartments.length || values.probes.length !== body.probes.length)
    throw new Error(`${body.row.plate} is not the truck of the mark`)
  body.at = mark.at
  body.random.state = mark.random
  Object.assign(body, values)
  body.place = place === null ? null : placeOf(place)
  for (const [index, { oilCode, ...contents }] of compartments.entries()) {
    const compartment = body.compartments[index]!
    Object.assign(compartment, contents)
    compartment.product = body.row.products.find((product) => product.oilCode === oilCode) ?? compartment.product
  }
  Object.assign(body.ledger, ledger)
  Object.assign(body.air, air)
  Object.assign(body.quirks, quirks)
  if (body.meter && meter) {
    Object.assign(body.meter.shown, meter.shown)
    Object.assign(body.meter, { nextReceipt: meter.nextReceipt, justEnded: meter.justEnded })
  }
}
