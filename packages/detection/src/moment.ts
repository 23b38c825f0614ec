import type { AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import { INFORMATION_TYPES } from '@tanker/domain/alarms/alarm-type'
import type { RecordKind } from '@tanker/domain/facts/all-facts'
import type { AlarmDeclaration, PropertiesOf, RecordDeclaration } from '@tanker/domain/facts/declaration'
import type { Place } from '@tanker/domain/facts/place'
import type { Fence } from '@tanker/domain/fences/fence'
import type { Thresholds } from '@tanker/domain/thresholds'
import { thresholdsAt } from '@tanker/domain/thresholds/periods'
import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import type { Anchor } from './gauges/anchor.ts'
import type { TruckState } from './truck-state.ts'
import type { Fact } from './fact.ts'

type DarkFall = { readonly compartment: number; readonly from: Anchor; readonly to: Anchor }

/**
 * One step of one truck, as each detector sees it. A class, because one is created per reading: an object literal whose zeros later
 * become fractions is created by V8 with the old layout each time, and converted at its first use.
 */
export class Moment {
  readonly at: number
  /** False when the alarms of this step are history (domain rule D.1.2). */
  readonly live: boolean
  readonly state: TruckState
  readonly context: TruckContext
  readonly thresholds: Thresholds
  readonly facts: Fact[] = []
  /** The position of this reading is a valid fix. */
  goodFix = false
  /** The speed of this reading is plausible. */
  speedKnown = false
  /** Metres since the last good fix. */
  movedM = 0
  /** The truck stands: its position does not go on as the speed of this reading implies. */
  staysPut = false
  /** Two fixes agree that a standing truck is far from where its stop began. */
  elsewhere = false
  /** The truck began to move, or to stand, at this step. */
  droveOff = false
  halted = false
  /** Compartments (bits) whose surface came to rest at this step. */
  calmed = 0
  /** Compartments (bits) that departed calm, and whose next stop on the road was too short for more than a few frames that agree. */
  restedBriefly = 0
  /** The fence that was left at this step. */
  left: Fence | null = null
  entered = false
  /** Of this reading, metres above the sea. */
  altitudeM = 0
  /** Of this reading, by how much the truck leans. */
  tiltDeg = 0
  /** The terminal has started after minutes without a word of gauges and seals. */
  wasDark = false
  /** Compartments that were unloaded here while the terminal was dark: what each held before and after it. */
  readonly darkFalls: DarkFall[] = []
  /** The reading was kept through a blind zone. */
  resent = false
  /** A probe is open or wet, or a cover or an alarm of one is not done with: on most of the road none is. */
  probesActive = true

  constructor(state: TruckState, at: number, receivedAt: number, context: TruckContext) {
    this.at = at
    this.state = state
    this.context = contextAt(context, at)
    this.thresholds = this.context.thresholds
    this.live = receivedAt - at <= this.thresholds.historyAfterMin * 60_000
  }
}

/** With the thresholds of this time, and without the slip for what happened before its time. */
function contextAt(context: TruckContext, at: number): TruckContext {
  const thresholds = thresholdsAt(context, at)
  if (thresholds !== context.thresholds) return withSlipOf({ ...context, thresholds }, at)
  return withSlipOf(context, at)
}

function withSlipOf(context: TruckContext, at: number): TruckContext {
  if (context.slip?.fromAt === undefined || at >= context.slip.fromAt) return context
  const { slip: _, ...slipless } = context
  return slipless
}

/** Where the truck is now: its last good fix and its fence. Before any fix, 0° 0°. */
export function placeNow(state: TruckState): Place {
  const { fix } = state
  const { fence } = state.membership
  return {
    lat: fix.lat,
    lng: fix.lng,
    fenceId: fence?.id ?? null,
    fenceName: fence?.name ?? null,
    speedKmh: fix.speedKmh,
    headingDeg: fix.headingDeg,
  }
}

/** A place as text, where the fields of the specification ask for an area: the fence, else the coordinates. */
export const areaText = (place: Place): string => place.fenceName ?? `${place.lat.toFixed(6)},${place.lng.toFixed(6)}`

/** What a detector says of a fact, besides its declaration. */
type FactParts<P> = {
  readonly name: string
  readonly startedAt: number
  readonly object?: number
  readonly endedAt?: number
  readonly place: Place
  readonly properties: P
}

type AlarmParts<P> = FactParts<P> & {
  readonly grade: AlarmGrade
  readonly remark?: string
  readonly remark2?: string
  /** It began too long ago for a pop-up. */
  readonly isHistory?: boolean
}

/** The properties given, without any that is not declared: those of a spread object count as well. */
type Exactly<Declared, Given> = Given & { readonly [N in Exclude<keyof Given, keyof Declared>]: never }

/** Adds an alarm to the facts of this step. */
export function raise<D extends AlarmDeclaration, G extends PropertiesOf<D>>(
  moment: Moment,
  { type }: D,
  alarm: AlarmParts<Exactly<PropertiesOf<D>, G>>,
): void {
  moment.facts.push({
    is: 'alarm',
    name: alarm.name,
    type,
    startedAt: alarm.startedAt,
    object: alarm.object ?? 0,
    endedAt: alarm.endedAt ?? null,
    grade: alarm.grade,
    live: moment.live && alarm.isHistory !== true && !INFORMATION_TYPES.includes(type),
    place: alarm.place,
    properties: alarm.properties,
    remark: alarm.remark ?? '',
    remark2: alarm.remark2 ?? '',
  })
}

/** Adds a record to the facts of this step. */
export function note<D extends RecordDeclaration<RecordKind>, G extends PropertiesOf<D>>(
  moment: Moment,
  { kind }: D,
  record: FactParts<Exactly<PropertiesOf<D>, G>>,
): void {
  moment.facts.push({
    is: 'record',
    name: record.name,
    kind,
    startedAt: record.startedAt,
    object: record.object ?? 0,
    endedAt: record.endedAt ?? null,
    place: record.place,
    properties: record.properties,
  })
}
