import type { MessageOfKind } from '@tanker/protocol/message'
import { replyResults } from '@tanker/protocol/codes'
import type { PlaybackMessage, PlaybackOrder } from '@tanker/contract/history-video'
import type { SignedIn, TestApi } from '../../platform/http/test-api.ts'
import { openTicket, TestCamera, type TestTruck, TestViewer } from './test-video.ts'

type Item = MessageOfKind<'recordings'>['items'][number]

export const recording = (channel: number, from: string, to: string, isAlarm = false): Item => ({
  channel,
  from,
  to,
  alarmBits: Uint8Array.of(0, 0, 0, 0, 0, 0, 0, isAlarm ? 1 : 0),
  media: 0,
  stream: 1,
  storage: 1,
  bytes: 43_200_000,
})

/** The recorder of a truck: lists what it is given, and takes orders about playback, or refuses them. */
export class TestRecorder {
  readonly queries: MessageOfKind<'query-recordings'>[] = []
  readonly started: MessageOfKind<'start-playback'>[] = []
  readonly orders: MessageOfKind<'control-playback'>[] = []
  items: readonly Item[] = []
  /** How it answers the query: 'list' after 0x0001 as some do, else a result, or nothing. */
  lists: 'list' | number | null = 'list'
  result: number = replyResults.ok
  /** Result of orders but the end; as `result` without. */
  controlResult: number = replyResults.ok
  readonly #truck: TestTruck

  constructor(truck: TestTruck) {
    this.#truck = truck
    void this.#serve()
  }

  async #serve(): Promise<void> {
    const { device, phone } = this.#truck
    for (;;) {
      const order = await device.next(({ kind }) => ['query-recordings', 'start-playback', 'control-playback'].includes(kind))
      if (order === null) return
      const replySerial = device.serials.get(order) ?? 0
      const reply = (replyId: number, result: number): void => {
        device.send(phone, { kind: 'terminal-reply', replySerial, replyId, result })
      }
      if (order.kind === 'query-recordings') {
        this.queries.push(order)
        if (typeof this.lists === 'number') reply(0x9205, this.lists)
        if (this.lists !== 'list') continue
        reply(0x9205, replyResults.ok)
        device.send(phone, { kind: 'recordings', replySerial, items: [...this.items] })
      } else if (order.kind === 'start-playback') {
        this.started.push(order)
        reply(0x9201, this.result)
      } else if (order.kind === 'control-playback') {
        this.orders.push(order)
        reply(0x9202, order.command === 2 ? replyResults.ok : this.controlResult)
      }
    }
  }

  /** Dials as the newest order says. */
  async dial(): Promise<TestCamera> {
    const order = this.started.at(-1)
    if (order === undefined) throw new Error('no playback was asked for')
    return TestCamera.dial(order.tcpPort, this.#truck.phone, order.channel)
  }
}

/** A window that plays a recording. */
export class TestPlayer extends TestViewer {
  get states(): string[] {
    return this.socket.all.flatMap((one) => {
      const message = typeof one === 'string' ? (JSON.parse(one) as PlaybackMessage) : null
      return message?.op === 'state' ? [`${message.state}${message.why === null ? '' : ` ${message.why}`} ×${message.speed}`] : []
    })
  }

  order(order: PlaybackOrder): void {
    this.socket.send(JSON.stringify(order))
  }

  /** Marks of the pictures, with the second of the day at which each was taken, and the epoch. */
  get pictures(): string[] {
    return this.frames.map(({ data, at, epoch }) => `${epoch}:${data.at(-1)}@${new Date(at + 8 * 3_600_000).toISOString().slice(11, 19)}`)
  }
}

export type Stretch = {
  readonly truckId: number
  readonly channel: number
  readonly from: string
  readonly to: string
  readonly at: string
}

export const askPlayback = (user: SignedIn, stretch: Stretch) =>
  user.send<{ ticket: string; path: string }>('POST', '/video/playback', stretch)

/** Asks for a ticket and opens its socket. */
export async function play(server: TestApi, user: SignedIn, stretch: Stretch): Promise<TestPlayer> {
  const answer = await askPlayback(user, stretch)
  if (answer.resultCode !== 200) throw new Error(`no ticket: ${answer.message}`)
  return new TestPlayer((await openTicket(server, user, answer.data.path)).socket)
}
