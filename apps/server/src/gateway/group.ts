import { BinaryArray, timeOf } from '@tanker/database/binary-array'
import { packCounted } from '@tanker/database/counted-volumes'
import { packReading, positionFlags, unpackReading } from '@tanker/database/packed-readings'
import type { Fact } from '@tanker/detection/fact'
import type { Reading } from '@tanker/domain/reading'
import { type GroupForm, groupStatements } from './group-statement.ts'
import type { OwedAck } from './session-connection.ts'
import type { Session } from './session.ts'

/** The part of one reading in a group. */
export type Entry = {
  readonly session: Session
  readonly reading: Reading
  readonly late: boolean
  readonly facts: readonly Fact[]
  readonly ack: OwedAck<Session> | null
}

/**
 * Readings of many trucks on their way into the database as one statement. Filled reading by reading, sealed once,
 * then sent (retries with the same bytes) and cleared for reuse.
 */
export class Group {
  readonly #slots = new Map<Session, number>()
  readonly #sessions: Session[] = []
  readonly acks: OwedAck<Session>[] = []
  /** By row: the facts that came with it. */
  readonly #factsOf = new Map<number, readonly Fact[]>()
  readonly #ackOf: (OwedAck<Session> | null)[] = []
  readonly #late = new Set<number>()
  #records = new Map<string, object>()
  #alarms = new Map<string, object>()
  #contactAt = 0
  /** By the process's monotonic clock; null while the group is empty. */
  firstAt: number | null = null

  readonly #truckSlot = new BinaryArray('int4')
  readonly #truckId = new BinaryArray('int4')
  readonly #epoch = new BinaryArray('int8')
  readonly #lastAt = new BinaryArray('timestamptz')
  readonly #state = new BinaryArray('bytea')
  readonly #live = new BinaryArray('bytea')
  readonly #slot = new BinaryArray('int4')
  readonly #at = new BinaryArray('timestamptz')
  readonly #kind = new BinaryArray('int4')
  readonly #digest = new BinaryArray('int8')
  readonly #receivedAt = new BinaryArray('timestamptz')
  readonly #lat = new BinaryArray('int4')
  readonly #lng = new BinaryArray('int4')
  readonly #speed = new BinaryArray('int2')
  readonly #heading = new BinaryArray('int2')
  readonly #flags = new BinaryArray('int2')
  readonly #packed = new BinaryArray('bytea')
  readonly #counted = new BinaryArray('bytea')
  readonly #checkpointSlot = new BinaryArray('int4')
  readonly #checkpointAt = new BinaryArray('timestamptz')
  readonly #checkpointState = new BinaryArray('bytea')
  readonly #lateSlot = new BinaryArray('int4')
  readonly #lateAt = new BinaryArray('timestamptz')

  readonly #judgedMs: number

  /** @param judgedMs late readings older than this on receipt are stored without a rebuild */
  constructor(judgedMs: number) {
    this.#judgedMs = judgedMs
  }

  get rows(): number {
    return this.#slot.length
  }

  get isEmpty(): boolean {
    return this.#slots.size === 0
  }

  get sessions(): readonly Session[] {
    return this.#sessions
  }

  get hasAlarms(): boolean {
    return this.#alarms.size > 0
  }

  /** Adds a reading of a truck with the facts it led to; a late one is stored but was not stepped. Keeps no reference to it. */
  add(session: Session, reading: Reading, late: boolean, facts: readonly Fact[], ack: OwedAck<Session> | null): void {
    const slot = this.#slotOf(session)
    const { position } = reading
    this.#slot.int(slot)
    this.#at.time(reading.at)
    this.#kind.int(reading.kind)
    this.#digest.bigint(reading.digest)
    this.#receivedAt.time(reading.receivedAt)
    this.#lat.int(Math.round(position.lat * 1e6))
    this.#lng.int(Math.round(position.lng * 1e6))
    this.#speed.int(Math.min(32_767, Math.round(position.speedKmh * 10)))
    this.#heading.int(position.headingDeg)
    this.#flags.int(positionFlags(reading))
    this.#packed.bytes(packReading(reading))
    const counted = session.counted(reading, late)
    if (counted === reading.compartments) this.#counted.null()
    else this.#counted.bytes(packCounted(counted))
    if (reading.receivedAt > this.#contactAt) this.#contactAt = reading.receivedAt
    if (late) {
      this.#late.add(this.#ackOf.length)
      if (reading.at >= reading.receivedAt - this.#judgedMs) {
        this.#lateSlot.int(slot)
        this.#lateAt.time(reading.at)
      }
    }
    if (facts.length > 0) {
      this.#factsOf.set(this.#ackOf.length, facts)
      this.#addFacts(session, slot, facts)
    }
    this.#ackOf.push(ack)
    if (ack) this.acks.push(ack)
  }

  /** The rows, decoded from the bytes: keeping the reading objects would promote them out of the young generation. */
  entries(): Entry[] {
    const [slot, at, kind, digest, receivedAt] = [this.#slot, this.#at, this.#kind, this.#digest, this.#receivedAt].map((column) =>
      column.elements(),
    )
    const [lat, lng, speed, heading, flags, packed] = [this.#lat, this.#lng, this.#speed, this.#heading, this.#flags, this.#packed].map(
      (column) => column.elements(),
    )
    return this.#ackOf.map((ack, i) => {
      const bytes = (column: Buffer[] | undefined): Buffer => column?.[i] as Buffer
      const reading = unpackReading({
        at: new Date(timeOf(bytes(at))),
        kind: bytes(kind).readInt32BE(),
        digest: bytes(digest).readBigInt64BE().toString(),
        received_at: new Date(timeOf(bytes(receivedAt))),
        lat: bytes(lat).readInt32BE(),
        lng: bytes(lng).readInt32BE(),
        speed: bytes(speed).readInt16BE(),
        heading: bytes(heading).readInt16BE(),
        flags: bytes(flags).readInt16BE(),
        packed: bytes(packed),
      })
      const session = this.#sessions[bytes(slot).readInt32BE()] as Session
      return { session, reading, late: this.#late.has(i), facts: this.#factsOf.get(i) ?? [], ack }
    })
  }

  /** Owes an acknowledgement for this group; the truck counts as heard. */
  owe(ack: OwedAck<Session>): void {
    this.#slotOf(ack.session)
    this.acks.push(ack)
  }

  #addFacts(session: Session, slot: number, facts: readonly Fact[]): void {
    session.storeStateNext()
    for (const fact of facts) {
      const key = `${slot}/${fact.is === 'alarm' ? fact.type : fact.kind}/${fact.startedAt}/${fact.object}`
      const into = fact.is === 'alarm' ? this.#alarms : this.#records
      const earlier = into.get(key) as { live?: boolean } | undefined
      into.set(key, factRow(slot, fact, earlier?.live))
    }
  }

  addCheckpoint(session: Session, at: number, state: Uint8Array): void {
    this.#checkpointSlot.int(this.#slotOf(session))
    this.#checkpointAt.time(at)
    this.#checkpointState.bytes(state)
  }

  /** Captures each truck's state after the last reading of this group. Nothing may be added afterwards. */
  seal(now: number): void {
    for (const slot of this.#slotsByTruck()) {
      const session = this.#sessions[slot] as Session
      this.#truckSlot.int(slot)
      this.#truckId.int(session.truckId)
      this.#epoch.bigint(session.epoch)
      this.#lastAt.time(session.newestAt)
      const state = session.stateToStore()
      if (state === null) this.#state.null()
      else this.#state.bytes(state)
      this.#live.bytes(session.encodeLive())
    }
    if (this.#contactAt === 0) this.#contactAt = now
  }

  /** Trucks' rows are locked in the order of their ids. */
  #slotsByTruck(): Uint32Array {
    const sessions = this.#sessions
    return Uint32Array.from(sessions.keys()).sort((a, b) => (sessions[a] as Session).truckId - (sessions[b] as Session).truckId)
  }

  /** Late readings may be stored already. */
  get wantsCare(): boolean {
    return this.#late.size > 0
  }

  /** The statement for pg, with the same bytes at every call. */
  query(form: GroupForm): { name: string; text: string; values: unknown[] } {
    const values: unknown[] = [
      this.#truckSlot.parameter(),
      this.#truckId.parameter(),
      this.#epoch.parameter(),
      this.#lastAt.parameter(),
      this.#state.parameter(),
      this.#live.parameter(),
      this.#slot.parameter(),
      this.#at.parameter(),
      this.#kind.parameter(),
      this.#digest.parameter(),
      this.#receivedAt.parameter(),
      this.#lat.parameter(),
      this.#lng.parameter(),
      this.#speed.parameter(),
      this.#heading.parameter(),
      this.#flags.parameter(),
      this.#packed.parameter(),
      new Date(this.#contactAt),
      JSON.stringify([...this.#records.values()]),
      JSON.stringify([...this.#alarms.values()]),
      this.#checkpointSlot.parameter(),
      this.#checkpointAt.parameter(),
      this.#checkpointState.parameter(),
      this.#counted.parameter(),
    ]
    if (form === 'safe') values.push(this.#lateSlot.parameter(), this.#lateAt.parameter())
    return { ...groupStatements[form], values }
  }

  clear(): void {
    for (const session of this.#sessions) if (session.slot.group === this) session.slot.group = null
    this.#slots.clear()
    this.#sessions.length = 0
    this.acks.length = 0
    if (this.#records.size > 0) this.#records = new Map()
    if (this.#alarms.size > 0) this.#alarms = new Map()
    this.#factsOf.clear()
    this.#ackOf.length = 0
    this.#late.clear()
    this.#contactAt = 0
    this.firstAt = null
    for (const column of [
      this.#truckSlot,
      this.#truckId,
      this.#epoch,
      this.#lastAt,
      this.#state,
      this.#live,
      this.#slot,
      this.#at,
      this.#kind,
      this.#digest,
      this.#receivedAt,
      this.#lat,
      this.#lng,
      this.#speed,
      this.#heading,
      this.#flags,
      this.#packed,
      this.#counted,
      this.#checkpointSlot,
      this.#checkpointAt,
      this.#checkpointState,
      this.#lateSlot,
      this.#lateAt,
    ]) {
      column.clear()
    }
  }

  #slotOf(session: Session): number {
    if (session.slot.group === this) return session.slot.number
    const known = this.#slots.get(session)
    if (known !== undefined) return known
    const slot = this.#sessions.length
    this.#slots.set(session, slot)
    session.slot.group = this
    session.slot.number = slot
    this.#sessions.push(session)
    return slot
  }
}

/** A fact as `jsonb_to_recordset` reads it. PostgreSQL text cannot contain NUL, so it is removed here. */
export function factRow(slot: number, fact: Fact, earlierLive?: boolean): object {
  const { place } = fact
  const row = {
    slot,
    started_at: new Date(fact.startedAt).toISOString(),
    object: fact.object,
    name: fact.name,
    ended_at: fact.endedAt === null ? null : new Date(fact.endedAt).toISOString(),
    lat: place.lat,
    lng: place.lng,
    fence_id: place.fenceId,
    fence_name: place.fenceName,
    speed_kmh: place.speedKmh,
    heading_deg: place.headingDeg,
    properties: withoutNul(fact.properties),
  }
  if (fact.is === 'record') return { ...row, kind: fact.kind }
  return {
    ...row,
    type: fact.type,
    grade: fact.grade,
    live: earlierLive ?? fact.live,
    remark: fact.remark.replaceAll('\0', ''),
    remark2: fact.remark2.replaceAll('\0', ''),
  }
}

function withoutNul(properties: Readonly<Record<string, unknown>>): unknown {
  const text = JSON.stringify(properties)
  return text.includes('\\u0000') ? JSON.parse(text.replaceAll('\\u0000', '')) : properties
}
