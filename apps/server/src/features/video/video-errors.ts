import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

const NOT_LISTED = {
  offline: {
    zh: '车辆不在线，无法查询录像。车辆上线后请重试。',
    en: 'The truck is offline; its recordings cannot be listed. Please try again once it is online.',
  },
  'no-answer': { zh: '终端 15 秒内没有应答，请稍后重试。', en: 'The terminal did not answer within 15 seconds. Please try again later.' },
  unsupported: {
    zh: '终端不支持查询录像，可能没有录像机。',
    en: 'The terminal cannot list recordings; it may have no recorder. Please ask its maker.',
  },
  failed: {
    zh: '终端无法读取录像，请检查录像机的存储。',
    en: 'The terminal cannot read its recordings. Please have the disk of its recorder checked.',
  },
} as const

/** Refusals of video. */
export const videoErrors = {
  notSetUp: () =>
    new Refusal('video-not-set-up', RESULT.badRequest, {
      zh: '服务器未设置接收视频的地址（VIDEO_HOST），请联系管理员。',
      en: 'This server has no address for video (VIDEO_HOST). Please ask your administrator.',
    }),
  noSuchTruck: () =>
    new Refusal('no-such-truck-for-video', RESULT.badRequest, {
      zh: '没有该车辆，或您无权查看。请重新选择车辆。',
      en: 'There is no such truck, or you may not see it. Please choose another one.',
    }),
  noSuchChannel: (channel: number, channelCount: number) =>
    new Refusal('no-such-channel', RESULT.badRequest, {
      zh: `该车只有 ${channelCount} 个视频通道，没有通道 ${channel}。请重新选择通道。`,
      en: `This truck has ${channelCount} video channels and no channel ${channel}. Please choose another channel.`,
    }),
  tooManyTickets: () =>
    new Refusal('too-many-live-tickets', RESULT.tooMany, {
      zh: '打开的画面过多，请稍等半分钟再试。',
      en: 'Too many windows were opened at once. Please try again in half a minute.',
    }),
  notListed: (why: keyof typeof NOT_LISTED) => new Refusal('recordings-not-listed', RESULT.badRequest, NOT_LISTED[why]),
  wrongStretch: () =>
    new Refusal('wrong-stretch-of-recording', RESULT.badRequest, {
      zh: '回放时段（from、to）须先后有序且不超过 24 小时，开始时间（at）须在其中，请重新选择。',
      en: 'The stretch to play (from, to) must end after it begins and last 24 hours at most, and playing must begin in it (at). Please choose another one.',
    }),
} as const
