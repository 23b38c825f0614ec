import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of pictures and clips. */
export const evidenceErrors = {
  noSuchFile: () =>
    new Refusal('no-such-evidence', RESULT.badRequest, {
      zh: '没有该证据文件，可能已超过保存期限。',
      en: 'The file was not found; its retention may have ended.',
    }),
  storeAway: () =>
    new Refusal('evidence-store-away', RESULT.badRequest, {
      zh: '图片和视频的存储暂时无法访问，请稍后再试。',
      en: 'The store of pictures and clips does not answer. Please try again later.',
    }),
  altered: () =>
    new Refusal('evidence-altered', RESULT.badRequest, {
      zh: '该文件已损坏或被改动，不再显示。请联系管理员。',
      en: 'The file is damaged or was altered and is not shown. Please ask your administrator.',
    }),
} as const
