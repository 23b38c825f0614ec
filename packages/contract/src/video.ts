import type { Text } from '@tanker/domain/texts/text'
import { z } from 'zod'
import { formNumber, rowId } from './input-bounds.ts'
import { cameraName } from './remote-control.ts'

/** A camera's stream: the main one is larger, the sub stream needs less of the SIM card's traffic. */
export const VIDEO_STREAMS = ['main', 'sub'] as const
export type VideoStream = (typeof VIDEO_STREAMS)[number]

/** How long a ticket may be used, ms. */
export const LIVE_TICKET_MS = 30_000

export const videoChannelsQuery = z.object({ truckId: rowId })

/** GET /video/channels: what may be watched of one truck. */
export const videoChannels = z.object({
  truckId: z.number().int(),
  plate: z.string(),
  /** Whether the server takes video at all (docs/operating.md). */
  ready: z.boolean(),
  /** Whether its terminal is connected; a channel of a truck that is away may be asked for and answers `offline`. */
  online: z.boolean(),
  channels: z.array(
    z.object({
      /** From 1. */
      channel: z.number().int(),
      /** Where it looks; null where base data says nothing of the channel. */
      camera: cameraName.nullable(),
    }),
  ),
  /** Video of this truck received this month by its own calendar, bytes; counted to the last minute. */
  trafficBytes: z.number().int(),
})
export type VideoChannels = z.infer<typeof videoChannels>

export const liveAsked = z.object({
  truckId: rowId,
  channel: formNumber(z.number().int().min(1).max(8)),
  stream: z.enum(VIDEO_STREAMS),
})

/** POST /video/live: `path` is where the media socket opens, with the ticket in it; once, within `LIVE_TICKET_MS`. */
export const liveTicket = z.object({ ticket: z.string(), path: z.string() })

/** Path of the media socket of live video. The cookie, the Origin and the ticket are checked at the upgrade. */
export const LIVE_SOCKET_PATH = '/api/media/live'

export const LIVE_STATES = ['calling', 'playing', 'nosignal', 'ended', 'refused'] as const
export type LiveState = (typeof LIVE_STATES)[number]

/** Why a stream does not play. */
export const LIVE_REASONS = {
  ticket: { zh: '观看凭证已使用或已过期，请重新打开。', en: 'The ticket was used or has expired. Please open the channel again.' },
  offline: { zh: '车辆不在线。', en: 'The truck is offline.' },
  'no-answer': { zh: '终端没有应答。', en: 'The terminal does not answer.' },
  unsupported: { zh: '终端不支持该通道的视频。', en: 'The terminal has no video on this channel.' },
  failed: { zh: '终端无法打开该通道，摄像头可能离线。', en: 'The terminal cannot open this channel; the camera may be offline.' },
  silent: { zh: '收不到视频信号，正在重新请求。', en: 'No video arrives; the truck is being asked again.' },
  limit: { zh: '同时观看的画面已达上限，请先关闭其他画面。', en: 'Too many windows are open at once. Please close others first.' },
  rights: { zh: '您已无权观看该车视频，或登录已结束。', en: 'You may no longer watch this truck, or your session ended.' },
  stopping: { zh: '服务器正在重启，请稍后再打开。', en: 'The server is restarting. Please open the channel again in a moment.' },
} as const satisfies Readonly<Record<string, Text>>
export type LiveReason = keyof typeof LIVE_REASONS
const REASONS = Object.keys(LIVE_REASONS) as [LiveReason, ...LiveReason[]]

/** Before the first frame, and where the picture's codec or size changes. The next frame is a key frame. */
export const pictureStart = z.object({
  op: z.literal('start'),
  /** Frames of an older one are dropped. */
  epoch: z.number().int(),
  /** As WebCodecs and MSE name it, such as `avc1.42C01E`. */
  codec: z.string(),
  /** Pixels; 0 where the stream does not say. */
  width: z.number().int(),
  height: z.number().int(),
})

/** Texts of the server on a media socket; its binary messages are media frames (`media-frame.ts`). */
export const liveMessage = z.discriminatedUnion('op', [
  pictureStart,
  /** `refused` and `ended` are final: the socket closes after them. The others may follow each other. */
  z.object({ op: z.literal('state'), state: z.enum(LIVE_STATES), why: z.enum(REASONS).nullable() }),
])
export type LiveMessage = z.infer<typeof liveMessage>
