/** A terminal as a truck carries it: keeps every position until it is acknowledged, and sends later what a blind zone held back. */
import type { FirmwareDevice } from '@tanker/domain/devices/firmware'
import { bodyDigest } from '@tanker/protocol/body-digest'
import { batchTypes, registrationResults, replyResults, upgradeResults } from '@tanker/protocol/codes'
import { deviceTimeToMs, standardZoneOffsetMinutes } from '@tanker/protocol/device-time'
import type { Location } from '@tanker/protocol/location'
import { encodeMessage, type Message } from '@tanker/protocol/message'
import { type Connection, openConnection, type Received } from './connection.ts'
import { MAKER } from './on-board.ts'
import { answerCommand, heartbeatParameter, parameterNumber, terminalMemory } from './platform-commands.ts'
import { createPhotoRoll } from './photo-roll.ts'
import type { TerminalOptions } from './terminal-options.ts'

export type Terminal = {
  /** Takes a position; answers its key in the ledger. */
  report(location: Location): string
  /** Takes positions of long ago, oldest first, to be sent as from a blind zone; they are not where the truck is. */
  remember(locations: readonly Location[]): void
  /** While held, positions of the present wait: what is remembered goes first. */
  holdLive(on: boolean): void
  /** Takes a photo now, by itself; `event` as in 0x0801. */
  photograph(channel: number, event: number): void
  /** The network came or went. */
  setLink(up: boolean): void
  readonly online: boolean
  /** Positions not yet acknowledged. */
  readonly kept: number
  /** Of those remembered, so many are not acknowledged yet, and the oldest is of this time (ms; infinite when there is none). */
  readonly remembered: number
  readonly oldestRememberedAt: number
  /** The oldest position of the present that is not acknowledged yet, ms; infinite when there is none. */
  readonly oldestLiveAt: number
  /** Says goodbye (0x0003) and stays away. */
  close(): void
}

type Kept = {
  readonly remembered: boolean
  readonly key: string
  readonly location: Location
  readonly body: Uint8Array
  readonly takenAt: number
}
type Flight = { readonly items: readonly Kept[]; readonly batch: boolean; readonly sentAt: number }

const answerTimeoutMs = 15_000
/** Older ones go by 0x0704 as blind-zone positions. */
const freshMs = 60_000
/** Of the present, and as many remembered ones: days of a terminal's memory. */
const MAX_KEPT_POSITIONS = 50_000
const livesInFlight = 16
const batchesInFlight = { usual: 2, longMemory: 8 } // the upload of days does not wait for each acknowledgement
/** Bytes: one frame below 1,000; with many stored positions, a message of several frames. */
const longestBatch = { usual: 960, longMemory: 12_000 }
const longMemory = 200
const backoffMs = { first: 1_000, longest: 60_000 }
const refusedAgainMs = 30_000
const usualRebootMs = 4_000
const lateMs = 20_000 // later than platforms wait for an answer

export function createTerminal(options: TerminalOptions): Terminal {
  const { random } = options
  const memory = terminalMemory(options, upgraded, () => online)
  const photos = createPhotoRoll(options.photograph ?? (() => null), (message) => void (online && send(message)))
  let authCode = options.authCode
  let connection: Connection | null = null
  let online = false
  let closed = false
  let linkUp = true
  /** Of an upgrade, not acknowledged yet. */
  let outcome: number | null = null
  let serial = 0
  let failures = 0
  let waitingForAnswerSince = 0
  let heartbeatAt = 0
  let retryTimer: NodeJS.Timeout | null = null
  /** In order of time; what is in flight is not in here. */
  let kept: Kept[] = []
  let remembered: Kept[] = []
  let held = false
  const flights = new Map<number, Flight>()
  const pulse = setInterval(watch, 1_000)

  function open(): void {
    if (closed || !linkUp || connection) return
    const mine = openConnection({
      host: options.host,
      port: options.port,
      phone: options.phone,
      version: options.version,
      nextSerial(parts) {
        const first = serial
        serial = (serial + parts) & 0xffff
        return first
      },
      onOpen: greet,
      onReceived: take,
      onClosed() {
        if (connection === mine) lost()
      },
    })
    connection = mine
    waitingForAnswerSince = Date.now()
  }

  function greet(): void {
    waitingForAnswerSince = Date.now()
    if (authCode !== null) send({ kind: 'authentication', authCode, imei: options.phone.padStart(15, '0'), software: memory.runs.console })
    else {
      send({
        kind: 'registration',
        province: 32,
        city: 100,
        maker: MAKER,
        terminalModel: 'TANKER-1',
        terminalId: options.terminalId,
        plateColour: options.plateColour,
        plate: options.plate,
      })
    }
  }

  const send = (message: Message) => connection?.send(message)

  function lost(): void {
    connection = null
    online = false
    const returned = [...flights.values()].flatMap(({ items }) => items)
    flights.clear()
    putBack(returned)
    if (closed || !linkUp) return
    reconnectIn(Math.min(backoffMs.longest, backoffMs.first * 2 ** Math.min(failures++, 6)) * random.between(0.5, 1.5))
  }

  function putBack(items: readonly Kept[]): void {
    const inOrder = (list: readonly Kept[]) => list.toSorted((a, b) => a.takenAt - b.takenAt)
    kept = inOrder([...items.filter((one) => !one.remembered), ...kept])
    remembered = inOrder([...items.filter((one) => one.remembered), ...remembered])
  }

  function reconnectIn(ms: number): void {
    if (retryTimer) clearTimeout(retryTimer)
    retryTimer = setTimeout(open, ms)
  }

  function take(received: Received): void {
    const { message } = received
    if (message.kind === 'registration-answer') return registered(message.result, message.authCode)
    if (message.kind === 'platform-reply') return replied(message.replyId, message.replySerial, message.result)
    const aboutPhotos = photos.heard(received, memory.location)
    if (aboutPhotos) return aboutPhotos.forEach((one) => send(one))
    const answer = answerCommand(received, memory)
    if (!answer) return
    const reply = () => answer.replies.forEach(send)
    if (answer.fault === 'late') setTimeout(reply, lateMs).unref()
    else reply()
    if (answer.fault === 'reboot') connection?.cut()
    if (!answer.effect) return
    options.onEffect?.(answer.effect)
    if (answer.effect.kind === 'upgrade') return upgrade(answer.effect)
    if (answer.effect.kind === 'restart' || (answer.effect.kind === 'tank-table' && answer.effect.file.restart)) connection?.end()
  }

  /** Checks a package that came whole and starts with it: away for some seconds, then back with its outcome, before anything else. */
  function upgrade({ version, isOurs }: { readonly version: string; readonly isOurs: boolean }): void {
    if (!isOurs || options.upgradeWorks?.() === false) {
      outcome = upgradeResults.failed
      return reportOutcome()
    }
    upgraded('console', version)
    outcome = upgradeResults.ok
    const mine = connection
    connection = null
    online = false
    mine?.end()
    lost()
    reconnectIn(options.rebootMs ?? usualRebootMs)
  }

  function upgraded(device: FirmwareDevice, version: string): void {
    memory.runs = { ...memory.runs, [device]: version }
    options.onUpgraded?.(memory.runs)
  }

  /** Again after every sign-in, until the platform has acknowledged it. */
  function reportOutcome(): void {
    if (outcome !== null && online) send({ kind: 'upgrade-result', type: 0, result: outcome })
  }

  function registered(result: number, code: string | undefined): void {
    if (result !== registrationResults.ok || !code) return refused()
    authCode = code
    options.onAuthCode?.(code)
    greet()
  }

  function replied(replyId: number, replySerial: number, result: number): void {
    if (replyId === 0x0102) {
      if (result !== replyResults.ok) {
        // The platform may have given another code since: this one is not tried again.
        authCode = null
        return refused(backoffMs.first)
      }
      online = true
      failures = 0
      heartbeatAt = Date.now()
      options.onOnline?.()
      reportOutcome()
      photos.sendAll()
      return pump()
    }
    if (replyId === 0x0108 && result === replyResults.ok) outcome = null
    const flight = flights.get(replySerial)
    if (!flight || replyId !== (flight.batch ? 0x0704 : 0x0200)) return
    flights.delete(replySerial)
    // The platform could not store it now: it stays here and goes again.
    if (result === replyResults.failed) putBack(flight.items)
    // Acknowledged, or refused for good (bad message): either way it must not be sent again.
    else if (result === replyResults.ok || result === replyResults.alarmHandled) for (const { key } of flight.items) options.onAcked?.(key)
    if (result !== replyResults.failed) pump()
  }

  /** The platform does not know this truck (yet). */
  function refused(againMs = refusedAgainMs): void {
    const mine = connection
    connection = null
    online = false
    mine?.end()
    reconnectIn(againMs * random.between(0.8, 1.2))
  }

  /** Sends what may be sent: fresh positions one by one, old ones in batches. */
  function pump(): void {
    if (!online) return
    const now = Date.now()
    const inFlight = [...flights.values()]
    const lives = inFlight.filter(({ batch }) => !batch).length
    let batches = inFlight.length - lives
    const isOld = (one: Kept) => now - one.takenAt > freshMs
    const most = batchesInFlight[remembered.length > longMemory ? 'longMemory' : 'usual']
    for (; batches < most && remembered[0]; batches++) flyBatch(remembered, () => true, now)
    if (held) return
    for (; batches < batchesInFlight.usual && kept[0] && isOld(kept[0]); batches++) flyBatch(kept, isOld, now)
    const firstFresh = kept.findIndex((one) => !isOld(one))
    if (firstFresh < 0) return
    const items = kept.splice(firstFresh, Math.max(0, livesInFlight - lives))
    for (const one of items) fly({ kind: 'location-report', location: one.location }, [one], false, now)
  }

  /** As many from the list's beginning as go into one message. */
  function flyBatch(list: Kept[], mayGo: (one: Kept) => boolean, now: number): void {
    const longest = list.length > longMemory ? longestBatch.longMemory : longestBatch.usual
    let length = 3
    let count = 0
    for (const one of list) {
      length += one.body.length + 2
      if (count > 0 && (length > longest || !mayGo(one))) break
      count++
    }
    const items = list.splice(0, count)
    fly({ kind: 'location-batch', type: batchTypes.blindZone, items: items.map(({ body }) => body) }, items, true, now)
  }

  function fly(message: Message, items: readonly Kept[], batch: boolean, sentAt: number): void {
    const sent = send(message)
    if (!sent) {
      putBack(items)
      return
    }
    flights.set(sent.serial, { items, batch, sentAt })
    for (const { key } of items) options.onSent?.(key, sent.frames[0]!)
  }

  /** Each second: silence of the platform, heartbeats, what failed before. */
  function watch(): void {
    const now = Date.now()
    if (!connection) return
    connection.askForParts()
    if (!online) {
      if (now - waitingForAnswerSince > answerTimeoutMs) connection.cut()
      return
    }
    if ([...flights.values()].some(({ sentAt }) => now - sentAt > answerTimeoutMs)) {
      // Serials and order start afresh on a new connection; everything unacknowledged goes again.
      connection.cut()
      return
    }
    if (now - heartbeatAt >= parameterNumber(memory, heartbeatParameter, 60) * 1_000) {
      heartbeatAt = now
      send({ kind: 'heartbeat' })
    }
    pump()
  }

  function keep(location: Location, list: Kept[]): string {
    const { body } = encodeMessage({ kind: 'location-report', location }, options.version)
    const key = `${options.phone}:${location.time}:${bodyDigest(body)}`
    const takenAt = deviceTimeToMs(location.time, standardZoneOffsetMinutes)
    list.push({ remembered: list === remembered, key, location, body, takenAt })
    if (list.length > MAX_KEPT_POSITIONS) list.shift()
    return key
  }

  const oldest = (list: readonly Kept[], ofMemory: boolean): number =>
    Math.min(
      list[0]?.takenAt ?? Number.POSITIVE_INFINITY,
      ...[...flights.values()].map(({ items }) =>
        items[0] && items[0].remembered === ofMemory ? items[0].takenAt : Number.POSITIVE_INFINITY,
      ),
    )

  open()
  return {
    report(location) {
      const key = keep(location, kept)
      if (!memory.location || memory.location.time <= location.time) memory.location = location
      pump()
      return key
    },
    remember(locations) {
      for (const location of locations) keep(location, remembered)
      pump()
    },
    photograph(channel, event) {
      if (memory.location) photos.take(channel, event, memory.location)
    },
    holdLive(on) {
      held = on
      pump()
    },
    setLink(up) {
      linkUp = up
      if (up) open()
      else connection?.cut()
    },
    get online() {
      return online
    },
    get kept() {
      return kept.length + remembered.length + [...flights.values()].reduce((sum, { items }) => sum + items.length, 0)
    },
    get remembered() {
      return remembered.length + [...flights.values()].reduce((sum, { items }) => sum + (items[0]?.remembered ? items.length : 0), 0)
    },
    get oldestRememberedAt() {
      return oldest(remembered, true)
    },
    get oldestLiveAt() {
      return oldest(kept, false)
    },
    close() {
      closed = true
      clearInterval(pulse)
      if (retryTimer) clearTimeout(retryTimer)
      if (online) send({ kind: 'logout' })
      connection?.end()
    },
  }
}
