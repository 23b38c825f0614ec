/**
 * A truck fully controlled by a journey or bench, over the real protocol.
 * It has no life, timers or memory of its own.
 */
import { statusBits } from '@tanker/protocol/codes'
import { msToDeviceTime, standardZoneOffsetMinutes } from '@tanker/protocol/device-time'
import type { CompartmentReading, DeviceEvent, MeterReading, ProbeReading } from '@tanker/domain/reading'
import type { Location } from '@tanker/protocol/location'
import type { DecodedMessage, Message, MessageOfKind } from '@tanker/protocol/message'
import { encodeMessage } from '@tanker/protocol/message'
import type { SafetyBlock } from '@tanker/protocol/safety-block'
import { type Connection, openConnection, type Received } from './wire/connection.ts'

export type ScriptedTruckOptions = {
  readonly host: string
  readonly port: number
  /** 11 digits. */
  readonly phone: string
  readonly version: 2013 | 2019
  /** 7 characters A–Z 0–9. */
  readonly terminalId: string
  readonly plate: string
  /** From an earlier registration. */
  readonly authCode?: string
  /** How long to wait for an answer, ms; default 10,000. */
  readonly answerWithinMs?: number
}

/** What a position says; everything but the place has an innocent default. */
export type ScriptedPosition = {
  readonly lat: number
  readonly lng: number
  /** ms since 1970 UTC; default now. */
  readonly at?: number
  readonly speedKmh?: number
  readonly headingDeg?: number
  readonly altitudeM?: number
  readonly mileageKm?: number
  /** Default true. */
  readonly accOn?: boolean
  /** Default true. */
  readonly located?: boolean
  readonly alarmBits?: number
  readonly compartments?: readonly CompartmentReading[]
  readonly probes?: readonly ProbeReading[]
  readonly events?: readonly DeviceEvent[]
  readonly meters?: readonly MeterReading[]
  readonly safety?: readonly SafetyBlock[]
  readonly externalV?: number
  readonly backupV?: number
}

/** Opening or closing of one cover. */
export type ScriptedCover = ScriptedPosition & {
  /** 0 for probes of the whole truck, else 1–10. */
  readonly compartment: number
  /** See `@tanker/domain/devices/probe-type`. */
  readonly type: number
}

/** The platform's 0x8001. */
export type Ack = { readonly serial: number; readonly result: number }

export type ScriptedTruck = {
  /** 0x0100; answers the authentication code and remembers it. Throws when the platform refuses. */
  register(): Promise<string>
  /** 0x0102 with the code from `register` or the options; resolves on the platform's answer. */
  authenticate(): Promise<Ack>
  /** 0x0200; resolves when acknowledged. */
  send(position: ScriptedPosition): Promise<Ack>
  /** 0x0200 with one open probe; the seal count goes up. */
  openCover(cover: ScriptedCover): Promise<Ack>
  /** 0x0200 with the probe closed again. */
  closeCover(cover: ScriptedCover): Promise<Ack>
  /** 0x0704; type 1 is a blind-zone re-upload (the default), 0 an ordinary batch. */
  batch(positions: readonly ScriptedPosition[], type?: 0 | 1): Promise<Ack>
  heartbeat(): Promise<Ack>
  /** Any message; resolves with its serial as soon as it is written. */
  sendMessage(message: Message): number
  /** Bytes as they are. */
  raw(bytes: Uint8Array): void
  /** All that the platform sent besides answers to the above, oldest first; ends when the connection ends. */
  readonly received: AsyncIterable<DecodedMessage>
  /** Waits for the next message of this kind among those received and not yet looked at. */
  next<Kind extends Message['kind']>(kind: Kind): Promise<MessageOfKind<Kind>>
  /** Resolves when the connection is closed by either side. */
  readonly closed: Promise<void>
  close(): Promise<void>
}

const yellow = 2

/** The location that a scripted position stands for. */
export function locationOf(position: ScriptedPosition): Location {
  const { accOn = true, located = true } = position
  return {
    alarmBits: position.alarmBits ?? 0,
    statusBits: (accOn ? statusBits.accOn : 0) | (located ? statusBits.located : 0),
    lat: position.lat,
    lng: position.lng,
    altitudeM: position.altitudeM ?? 10,
    speedKmh: position.speedKmh ?? 0,
    headingDeg: position.headingDeg ?? 0,
    time: msToDeviceTime(position.at ?? Date.now(), standardZoneOffsetMinutes),
    extras: {
      ...(position.mileageKm !== undefined && { mileageKm: position.mileageKm }),
      recorderSpeedKmh: position.speedKmh ?? 0,
      satellites: located ? 12 : 0,
    },
    safety: [...(position.safety ?? [])],
    tanker: {
      compartments: [...(position.compartments ?? [])],
      probes: [...(position.probes ?? [])],
      events: [...(position.events ?? [])],
      meters: [...(position.meters ?? [])],
      power: { externalV: position.externalV ?? 27.4, backupV: position.backupV ?? 4.05 },
    },
    raw: [],
  }
}

/** Resolves once the TCP connection stands. */
export async function connectTruck(options: ScriptedTruckOptions): Promise<ScriptedTruck> {
  const answerWithinMs = options.answerWithinMs ?? 10_000
  let authCode = options.authCode
  let serial = 0
  const sealCounts = new Map<string, number>()
  const waiting = new Map<string, { resolve(received: Received): void; reject(error: Error): void; timer: NodeJS.Timeout }>()
  const unread: DecodedMessage[] = []
  const listeners = new Set<() => void>()
  let isClosed = false
  let open = { resolve: () => {}, reject: (_error: Error) => {} }
  const opened = new Promise<void>((resolve, reject) => {
    open = { resolve, reject }
  })
  let markClosed = () => {}
  const closed = new Promise<void>((resolve) => {
    markClosed = resolve
  })

  const wake = () => {
    for (const listener of listeners) listener()
  }

  const connection: Connection = openConnection({
    host: options.host,
    port: options.port,
    phone: options.phone,
    version: options.version,
    nextSerial(parts) {
      const first = serial
      serial = (serial + parts) & 0xffff
      return first
    },
    onOpen: () => open.resolve(),
    onReceived(received) {
      const { message } = received
      const key =
        message.kind === 'registration-answer'
          ? `256 ${message.replySerial}`
          : message.kind === 'platform-reply'
            ? `${message.replyId} ${message.replySerial}`
            : ''
      const asked = waiting.get(key)
      if (!asked) {
        unread.push(message)
        wake()
        return
      }
      waiting.delete(key)
      clearTimeout(asked.timer)
      asked.resolve(received)
    },
    onClosed(error) {
      isClosed = true
      open.reject(error ?? new Error('the platform closed the connection'))
      for (const { reject, timer } of waiting.values()) {
        clearTimeout(timer)
        reject(new Error(`${options.plate}: the connection closed before the answer`))
      }
      waiting.clear()
      markClosed()
      wake()
    },
  })

  function ask(message: Message): Promise<Received> {
    if (isClosed) return Promise.reject(new Error(`${options.plate}: the connection is closed`))
    const { id, serial: asked } = connection.send(message)
    return new Promise((resolve, reject) => {
      const key = `${id} ${asked}`
      const timer = setTimeout(() => {
        waiting.delete(key)
        reject(new Error(`${options.plate}: no answer to 0x${id.toString(16).padStart(4, '0')} within ${answerWithinMs} ms`))
      }, answerWithinMs)
      waiting.set(key, { resolve, reject, timer })
    })
  }

  async function acknowledged(message: Message): Promise<Ack> {
    const { message: reply } = await ask(message)
    if (reply.kind !== 'platform-reply') throw new Error(`${options.plate}: answered by ${reply.kind}`)
    return { serial: reply.replySerial, result: reply.result }
  }

  function withProbe(cover: ScriptedCover, open: boolean): ScriptedPosition {
    const key = `${cover.compartment}/${cover.type}`
    const sealCount = (sealCounts.get(key) ?? 0) + (open ? 1 : 0)
    sealCounts.set(key, sealCount)
    const probe: ProbeReading = {
      compartment: cover.compartment,
      type: cover.type,
      line: 0,
      answering: true,
      open,
      wet: false,
      uncertain: false,
      sealCount,
    }
    return { ...cover, probes: [...(cover.probes ?? []), probe] }
  }

  /** The first unread message that satisfies the test, waiting for it as long as the connection stands. */
  async function takeUnread(wanted: (message: DecodedMessage) => boolean, withinMs: number): Promise<DecodedMessage | null> {
    const until = Date.now() + withinMs
    for (;;) {
      const index = unread.findIndex(wanted)
      if (index >= 0) return unread.splice(index, 1)[0] ?? null
      const leftMs = until - Date.now()
      if (isClosed || leftMs <= 0) return null
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, Math.min(leftMs, 2_147_483_647))
        function done() {
          clearTimeout(timer)
          listeners.delete(done)
          resolve()
        }
        listeners.add(done)
      })
    }
  }

  await opened
  return {
    async register() {
      const { message } = await ask({
        kind: 'registration',
        province: 32,
        city: 100,
        maker: 'TKFLT',
        terminalModel: 'TANKER-1',
        terminalId: options.terminalId,
        plateColour: yellow,
        plate: options.plate,
      })
      if (message.kind !== 'registration-answer' || message.result !== 0 || !message.authCode)
        throw new Error(`${options.plate}: registration refused: ${JSON.stringify(message)}`)
      authCode = message.authCode
      return authCode
    },
    async authenticate() {
      if (authCode === undefined) throw new Error(`${options.plate}: no authentication code, register first`)
      return acknowledged({ kind: 'authentication', authCode, imei: options.phone.padStart(15, '0'), software: 'FW2.6.0' })
    },
    send: (position) => acknowledged({ kind: 'location-report', location: locationOf(position) }),
    openCover: (cover) => acknowledged({ kind: 'location-report', location: locationOf(withProbe(cover, true)) }),
    closeCover: (cover) => acknowledged({ kind: 'location-report', location: locationOf(withProbe(cover, false)) }),
    batch: (positions, type = 1) =>
      acknowledged({
        kind: 'location-batch',
        type,
        items: positions.map((position) =>
          encodeMessage({ kind: 'location-report', location: locationOf(position) }, options.version).body.slice(),
        ),
      }),
    heartbeat: () => acknowledged({ kind: 'heartbeat' }),
    sendMessage: (message) => connection.send(message).serial,
    raw: (bytes) => connection.raw(bytes),
    received: {
      async *[Symbol.asyncIterator]() {
        for (;;) {
          const message = await takeUnread(() => true, Number.POSITIVE_INFINITY)
          if (!message) return
          yield message
        }
      },
    },
    async next<Kind extends Message['kind']>(kind: Kind) {
      const message = await takeUnread((candidate) => candidate.kind === kind, answerWithinMs)
      if (!message) throw new Error(`${options.plate}: no ${kind} within ${answerWithinMs} ms`)
      return message as MessageOfKind<Kind>
    },
    closed,
    async close() {
      connection.end()
      await closed
    },
  }
}
