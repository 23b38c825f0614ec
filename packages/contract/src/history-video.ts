import type { Text } from '@tanker/domain/texts/text'
import { z } from 'zod'
import { formNumber, rowId } from './input-bounds.ts'
import { LIVE_REASONS, pictureStart } from './video.ts'

/** One day of one channel, by the calendar of the truck. */
export const recordingsAsked = z.object({
  truckId: rowId,
  channel: formNumber(z.number().int().min(1).max(8)),
  day: z.iso.date(),
})

/** Why a recorder kept something: all the time, or around an alarm. */
export const RECORDING_KINDS = ['timed', 'alarm'] as const
export type RecordingKind = (typeof RECORDING_KINDS)[number]

const recording = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  kind: z.enum(RECORDING_KINDS),
  bytes: z.number().int(),
})
export type Recording = z.infer<typeof recording>

/** GET /video/recordings: what the terminal says it has, in order of time. */
export const recordingsOfDay = z.object({
  truckId: z.number().int(),
  channel: z.number().int(),
  /** Begin of the day asked for, on the truck's calendar. */
  begin: z.iso.datetime(),
  recordings: z.array(recording),
  /** The terminal listed more than the server takes. */
  isCut: z.boolean(),
})

/** A stretch in which may be searched, up to a day, and where in it playing begins. */
export const playbackAsked = z.object({
  truckId: rowId,
  channel: formNumber(z.number().int().min(1).max(8)),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  at: z.iso.datetime(),
})

/** Path of the media socket of playback. The cookie, the Origin and the ticket are checked at the upgrade. */
export const PLAYBACK_SOCKET_PATH = '/api/media/playback'

/** How many times the pace of the day; above ×4 terminals send key pictures only. */
export const PLAYBACK_SPEEDS = [1, 2, 4, 16] as const
export type PlaybackSpeed = (typeof PLAYBACK_SPEEDS)[number]

/** What a window says on its media socket. */
export const playbackOrder = z.discriminatedUnion('op', [
  z.object({ op: z.literal('pause') }),
  z.object({ op: z.literal('resume') }),
  z.object({ op: z.literal('speed'), speed: z.literal(PLAYBACK_SPEEDS) }),
  /** Milliseconds since 1970. */
  z.object({ op: z.literal('seek'), at: z.number().int().min(0).max(8_640_000_000_000) }),
  z.object({ op: z.literal('stop') }),
])
export type PlaybackOrder = z.infer<typeof playbackOrder>

export const PLAYBACK_STATES = ['calling', 'playing', 'paused', 'nosignal', 'ended', 'refused'] as const
export type PlaybackState = (typeof PLAYBACK_STATES)[number]

/** Why a recording does not play. */
export const PLAYBACK_REASONS = {
  ...LIVE_REASONS,
  ticket: { zh: '观看凭证已使用或已过期，请重新播放。', en: 'The ticket was used or has expired. Please play the recording again.' },
  unsupported: { zh: '终端不支持该通道的录像回放。', en: 'The terminal does not play recordings of this channel.' },
  failed: { zh: '终端无法播放该时段的录像。', en: 'The terminal cannot play this recording.' },
  silent: { zh: '终端没有传来录像，请重新播放。', en: 'The terminal sends no pictures. Please play again.' },
  limit: { zh: '同时回放的录像已达上限，请稍后再试。', en: 'Too many recordings are playing. Please try again later.' },
  busy: { zh: '其他用户正在回放该通道，请稍后再试。', en: 'Another user is playing this channel. Please try again later.' },
  elsewhere: { zh: '您已在另一个窗口回放该通道。', en: 'You play this channel in another window now.' },
  broken: { zh: '终端中断了传输，可从停下的位置继续播放。', en: 'The terminal broke off. Play goes on from where it stopped.' },
  idle: { zh: '停止 10 分钟后已关闭，请重新播放。', en: 'Closed after standing for ten minutes. Please play again.' },
  speed: { zh: '终端不支持该倍速。', en: 'The terminal does not play at this speed.' },
} as const satisfies Readonly<Record<string, Text>>
export type PlaybackReason = keyof typeof PLAYBACK_REASONS
const REASONS = Object.keys(PLAYBACK_REASONS) as [PlaybackReason, ...PlaybackReason[]]

/** Texts of the server on a media socket of playback. `ended` with a reason and `refused` are final: the socket closes after them. */
export const playbackMessage = z.discriminatedUnion('op', [
  /** Of each connection of the terminal. */
  pictureStart,
  z.object({
    op: z.literal('state'),
    state: z.enum(PLAYBACK_STATES),
    why: z.enum(REASONS).nullable(),
    speed: z.literal(PLAYBACK_SPEEDS),
  }),
])
export type PlaybackMessage = z.infer<typeof playbackMessage>
