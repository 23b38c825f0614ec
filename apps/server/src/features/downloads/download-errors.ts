import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of downloads. */
export const downloadErrors = {
  noSuchFile: () =>
    new Refusal('no-such-download', RESULT.badRequest, {
      zh: '没有可下载的文件，请联系管理员。',
      en: 'There is no file to download; please ask your administrator.',
    }),
} as const
