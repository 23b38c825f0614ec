/** What the recorder of a truck has, as it answers 0x9205, and how it plays it: 0x9201 and 0x9202 (JT/T 1078). */
import { connect, type Socket } from 'node:net'
import { replyResults } from '@tanker/protocol/codes'
import { deviceTimeToMs, msToDeviceTime, standardZoneOffsetMinutes } from '@tanker/protocol/device-time'
import { mediaPackets, mediaTypes, payloadTypes } from '@tanker/protocol/jt1078/media-packet'
import type { Message, MessageOfKind } from '@tanker/protocol/message'
import type { KeptRecording } from '../vcam/recorder.ts'
import type { LiveCamerasOptions, VideoSource } from './live-cameras.ts'

export type RecordedVideoOptions = Pick<LiveCamerasOptions, 'phone' | 'version' | 'open' | 'isOnline'> & {
  /** What there is of a channel now, in order of time; null: there is no recorder. */
  readonly recordings: ((channel: number, now: number) => readonly KeptRecording[]) | null
}

type PlaybackOrder = MessageOfKind<'start-playback'> | MessageOfKind<'control-playback'>

export type RecordedVideo = {
  /** The answer to 0x9205; null where there is no recorder. */
  list(order: MessageOfKind<'query-recordings'>, replySerial: number): Message | null
  /** The result of an order about playback, for 0x0001. */
  play(order: PlaybackOrder): number
}

const frameMs = 1_000 / 15
/** Faster than this only key pictures are sent. */
const fastestWhole = 4
const keyStepMs = 2_000
const speeds = [1, 1, 2, 4, 8, 16] as const
const commands = { start: 0, pause: 1, end: 2, fast: 3, seek: 5 } as const
/** Bytes that wait for the network; above it the recorder waits, too. */
const MAX_UNSENT_BYTES = 1_000_000
const NO_TIME = '000000000000'
/** 0x0200 bit 0: the alarm that an alarm file of this recorder was kept for. */
const EMERGENCY = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 1)
const NO_ALARM = new Uint8Array(8)

const msOf = (time: string, otherwise: number): number => (time === NO_TIME ? otherwise : deviceTimeToMs(time, standardZoneOffsetMinutes))

export function createRecordedVideo(options: RecordedVideoOptions): RecordedVideo {
  const { recordings, open } = options
  /** By channel. */
  const players = new Map<number, Player>()

  function start(order: MessageOfKind<'start-playback'>): number {
    const { channel } = order
    const source = recordings === null ? null : open(channel, 'main')
    if (recordings === null || source === null) return replyResults.unsupported
    const [from, to] = [msOf(order.from, 0), msOf(order.to, Number.POSITIVE_INFINITY)]
    const kept = recordings(channel, Date.now()).filter((one) => one.to > from && one.from < to)
    if (source === 'offline' || kept.length === 0) return replyResults.failed
    players.get(channel)?.stop()
    const player = createPlayer({ ...options, source, kept, from, to, channel, host: order.host, port: order.tcpPort }, () => {
      if (players.get(channel) === player) players.delete(channel)
    })
    player.speed(speeds[order.speed] ?? 1)
    players.set(channel, player)
    return replyResults.ok
  }

  function control({ channel, command, speed }: MessageOfKind<'control-playback'>): number {
    const player = players.get(channel)
    if (player === undefined) return command === commands.end ? replyResults.ok : replyResults.failed
    if (command === commands.start) player.speed(1)
    else if (command === commands.pause) player.pause()
    else if (command === commands.end) player.stop()
    else if (command === commands.fast) player.speed(speeds[speed] ?? 1)
    else return replyResults.unsupported
    return replyResults.ok
  }

  return {
    list({ channel, from, to }, replySerial) {
      if (recordings === null) return null
      const [begin, end] = [msOf(from, 0), msOf(to, Number.POSITIVE_INFINITY)]
      const items = recordings(channel, Date.now())
        .filter((one) => one.to > begin && one.from < end)
        .map((one) => ({
          channel,
          from: msToDeviceTime(one.from, standardZoneOffsetMinutes),
          to: msToDeviceTime(one.to, standardZoneOffsetMinutes),
          alarmBits: one.isAlarm ? EMERGENCY : NO_ALARM,
          media: 0,
          stream: 1,
          storage: 1,
          bytes: one.bytes,
        }))
      return { kind: 'recordings', replySerial, items }
    },
    play: (order) => (order.kind === 'start-playback' ? start(order) : control(order)),
  }
}

type PlayerOptions = RecordedVideoOptions & {
  readonly source: VideoSource
  readonly kept: readonly KeptRecording[]
  readonly from: number
  readonly to: number
  readonly channel: number
  readonly host: string
  readonly port: number
}

type Player = { pause(): void; speed(times: number): void; stop(): void }

/** Dials, and plays file after file at its pace; closes the connection after the last. */
function createPlayer(options: PlayerOptions, onEnd: () => void): Player {
  const { source, kept, to, channel, phone, version } = options
  const socket: Socket = connect({ host: options.host, port: options.port, noDelay: true })
  let at = options.from
  let times = 1
  let isPaused = false
  let needsKey = true
  let sequence = 0
  let timer: NodeJS.Timeout | null = null
  let dueAt = 0

  function stop(): void {
    if (timer) clearTimeout(timer)
    timer = null
    socket.destroy()
  }

  /** Milliseconds of the recording between two pictures. */
  const step = (): number => (times > fastestWhole ? keyStepMs : frameMs)

  function beat(): void {
    timer = null
    if (isPaused || socket.destroyed) return
    if (!options.isOnline()) return stop()
    const file = kept.find((one) => one.to > at)
    if (file === undefined || Math.max(at, file.from) >= to) return void socket.end()
    if (socket.writableLength < MAX_UNSENT_BYTES) {
      at = Math.max(at, file.from)
      send(Math.floor(at))
      at += step()
    }
    dueAt = Math.max(dueAt + step() / times, performance.now() - 1_000)
    timer = setTimeout(beat, dueAt - performance.now())
  }

  function send(moment: number): void {
    const { bytes, isKey } = source.frameAt(moment, needsKey || times > fastestWhole)
    needsKey = false
    const packets = mediaPackets({
      phone,
      simBytes: version === 2019 ? 10 : 6,
      channel,
      payloadType: payloadTypes.h264,
      type: isKey ? mediaTypes.key : mediaTypes.predicted,
      sequence,
      at: moment,
      sinceKeyMs: 0,
      sinceFrameMs: Math.round(step()),
      data: bytes,
    })
    sequence = (sequence + packets.length) & 0xffff
    socket.write(Buffer.concat(packets))
  }

  function begin(): void {
    if (timer !== null || socket.connecting || socket.destroyed) return
    dueAt = performance.now()
    beat()
  }

  socket.on('connect', begin)
  socket.on('error', () => undefined)
  // Without a reader its end would not be noticed.
  socket.resume()
  socket.on('close', () => {
    if (timer) clearTimeout(timer)
    onEnd()
  })
  return {
    pause: () => {
      isPaused = true
    },
    speed(wanted) {
      times = wanted
      isPaused = false
      begin()
    },
    stop,
  }
}
