import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of live video. */
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
} as const
