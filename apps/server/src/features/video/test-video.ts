import { connect, type Socket } from 'node:net'
import { type MediaFrame, readMediaFrame } from '@tanker/contract/media-frame'
import type { LiveMessage } from '@tanker/contract/video'
import { mediaPackets, mediaTypes, payloadTypes } from '@tanker/protocol/jt1078/media-packet'
import type { MessageOfKind } from '@tanker/protocol/message'
import { pino } from 'pino'
import { openTestSocket, type TestSocket } from '../../feed/test-socket.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import { TestDevice } from '../../gateway/test-device.ts'
import { startTestGateway } from '../../gateway/test-gateway.ts'
import { startPostgresBus } from '../../platform/bus/postgres-bus.ts'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')
/** Parameter sets of 352×288 in baseline. */
export const PARAMETERS = hex('00000001 6742c00dda05825a1000000300100000 0301e8f142aa 00000001 68ce3c80')

/** A key frame as far as its NAL units say, and a picture that builds on others; `mark` is its last byte. */
export const keyPicture = (mark: number, bytes = 3_000): Buffer =>
  Buffer.concat([PARAMETERS, hex('00000001 6588'), Buffer.alloc(bytes, 0x55), Buffer.of(mark)])
export const nextPicture = (mark: number, bytes = 300): Buffer =>
  Buffer.concat([hex('00000001 419a'), Buffer.alloc(bytes, 0x55), Buffer.of(mark)])

type Asked = MessageOfKind<'start-live-video'>

/** One connection of a truck's camera. */
export class TestCamera {
  readonly socket: Socket
  isClosed = false
  sequence = 0
  readonly #phone: string
  readonly #channel: number

  private constructor(socket: Socket, phone: string, channel: number) {
    this.socket = socket
    this.#phone = phone
    this.#channel = channel
    socket.on('error', () => undefined)
    socket.on('close', () => (this.isClosed = true))
  }

  static async dial(port: number, phone: string, channel: number): Promise<TestCamera> {
    const socket = connect(port, '127.0.0.1')
    await new Promise<void>((done, fail) => socket.once('connect', done).once('error', fail))
    return new TestCamera(socket, phone, channel)
  }

  /** Sends a picture or a sound; `without`: this packet of it is lost. */
  send(data: Uint8Array, type: number, { at = 1_000, without = -1 }: { readonly at?: number; readonly without?: number } = {}): void {
    const packets = mediaPackets({
      phone: this.#phone,
      simBytes: 6,
      channel: this.#channel,
      payloadType: type === mediaTypes.sound ? payloadTypes.g711a : payloadTypes.h264,
      type,
      sequence: this.sequence,
      at,
      sinceKeyMs: 0,
      sinceFrameMs: 66,
      data,
    })
    this.sequence = (this.sequence + packets.length) & 0xffff
    this.socket.write(Buffer.concat(packets.filter((_, i) => i !== without)))
  }

  key(mark: number, bytes?: number): void {
    this.send(keyPicture(mark, bytes), mediaTypes.key)
  }

  next(mark: number, bytes?: number, without?: number): void {
    this.send(nextPicture(mark, bytes), mediaTypes.predicted, without === undefined ? {} : { without })
  }
}

/** A truck that is connected and takes what it is asked, or answers with another result. */
export class TestTruck {
  readonly device: TestDevice
  readonly asked: Asked[] = []
  readonly closed: MessageOfKind<'control-live-video'>[] = []
  readonly phone: string
  /** Of the answer to what it is asked; null: it does not answer. */
  result: number | null = 0

  private constructor(device: TestDevice, phone: string) {
    this.device = device
    this.phone = phone
  }

  static async connect(port: number, phone: string): Promise<TestTruck> {
    const truck = new TestTruck(await TestDevice.connect(port, 2019), phone)
    const { code } = await truck.device.register(phone)
    const result = await truck.device.authenticate(phone, code)
    if (result !== 0) throw new Error(`the gateway answered ${result} to the sign-in of ${phone}`)
    void truck.#serve()
    return truck
  }

  async #serve(): Promise<void> {
    for (;;) {
      const order = await this.device.next(({ kind }) => kind === 'start-live-video' || kind === 'control-live-video')
      if (order === null) return
      const replySerial = this.device.serials.get(order) ?? 0
      if (order.kind === 'start-live-video') {
        this.asked.push(order)
        const { result } = this
        if (result !== null) this.device.send(this.phone, { kind: 'terminal-reply', replySerial, replyId: 0x9101, result })
      } else if (order.kind === 'control-live-video') {
        this.closed.push(order)
        this.device.send(this.phone, { kind: 'terminal-reply', replySerial, replyId: 0x9102, result: 0 })
      }
    }
  }

  /** Dials as the newest order of the channel says. */
  async camera(channel: number): Promise<TestCamera> {
    const order = this.asked.findLast((one) => one.channel === channel)
    if (order === undefined) throw new Error(`channel ${channel} was not asked for`)
    return TestCamera.dial(order.tcpPort, this.phone, channel)
  }
}

/** A window of a browser. */
export class TestViewer {
  readonly socket: TestSocket

  constructor(socket: TestSocket) {
    this.socket = socket
  }

  get texts(): LiveMessage[] {
    return this.socket.all.flatMap((one) => (typeof one === 'string' ? [JSON.parse(one) as LiveMessage] : []))
  }

  get frames(): MediaFrame[] {
    return this.socket.all.flatMap((one) => (typeof one === 'string' ? [] : [readMediaFrame(one)].filter((frame) => frame !== null)))
  }

  /** What came, in its order: texts by their words, pictures by their marks, a key with K before it. */
  get story(): string[] {
    return this.socket.all.map((one) => {
      if (typeof one === 'string') {
        const message = JSON.parse(one) as LiveMessage
        return message.op === 'start' ? 'start' : `${message.state}${message.why === null ? '' : ` ${message.why}`}`
      }
      const frame = readMediaFrame(one)
      return frame?.kind === 'audio' ? 'sound' : `${frame?.isKey ? 'K' : ''}${frame?.data.at(-1)}`
    })
  }
}

type Wish = { readonly truckId: number; readonly channel: number; readonly stream?: 'main' | 'sub' }

export const askTicket = (user: SignedIn, { truckId, channel, stream = 'sub' }: Wish) =>
  user.send<{ ticket: string; path: string }>('POST', '/video/live', { truckId, channel, stream })

export const openTicket = async (server: TestApi, user: SignedIn, path: string): Promise<TestViewer> =>
  new TestViewer(await openTestSocket(server.port, { Cookie: user.cookie, Origin: server.url }, path))

/** Asks for a ticket and opens its socket. */
export async function watch(server: TestApi, user: SignedIn, wish: Wish): Promise<TestViewer> {
  const answer = await askTicket(user, wish)
  if (answer.resultCode !== 200) throw new Error(`no ticket: ${answer.message}`)
  return openTicket(server, user, answer.data.path)
}

export type TestVideo = {
  readonly server: TestApi
  readonly gateway: Gateway
  readonly anna: SignedIn
  readonly ben: SignedIn
  close(): Promise<void>
}

/** Server, gateway and users; both sides of the bus are as in processes of their own. Dispatchers may watch. */
export async function startTestVideo(limits: Parameters<typeof startTestApi>[2]): Promise<TestVideo> {
  const server = await startTestApi({ video: { host: '127.0.0.1', port: 0, playbackPort: 0, listenHost: '127.0.0.1' } }, null, limits)
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, 'video:watch' FROM role WHERE name = '调度员'`)
  const bus = await startPostgresBus({ url: server.database.url, log: pino({ level: 'silent' }) })
  const gateway = await startTestGateway(server.database, { bus, now: () => server.now.getTime() })
  const [anna, ben] = [await server.signIn('anna'), await server.signIn('ben')]
  return {
    server,
    gateway,
    anna,
    ben,
    async close() {
      await gateway.close()
      await bus.close()
      await server.close()
    },
  }
}
