import { RESULT } from '@tanker/contract/envelope'
import { errors } from '../../platform/http/errors.ts'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of mailed reports. */
export const mailedReportErrors = {
  listGone: () => new Refusal('mailed-list-gone', RESULT.badRequest, { zh: '该列表已不存在。', en: 'The list no longer exists.' }),
  notFound: () =>
    new Refusal('mailed-report-not-found', RESULT.badRequest, {
      zh: '该定时邮件报表已被删除，请刷新。',
      en: 'This mailed report was deleted. Please refresh.',
    }),
  nameTaken: () =>
    errors.fieldsRefused({
      name: {
        zh: '您在该列表中已有同名的定时邮件报表，请换一个名称。',
        en: 'You already mail this list under this name. Please choose another name.',
      },
    }),
  tooMany: (most: number) =>
    new Refusal('too-many-mailed-reports', RESULT.badRequest, {
      zh: `每个用户最多有 ${most} 个定时邮件报表，请先删除不用的。`,
      en: `A user may mail at most ${most} reports. Please delete one that is not used first.`,
    }),
  tooManyAsked: (most: number) =>
    new Refusal('too-many-mails-asked', RESULT.tooMany, {
      zh: `每小时最多可立即发送 ${most} 次，请稍后再试。`,
      en: `At most ${most} reports an hour are sent at once. Please try again later.`,
    }),
  wrongZone: () =>
    errors.fieldsRefused({
      zone: { zh: '时区无效，请使用如 Asia/Shanghai 的名称。', en: 'The time zone is not known. Please use a name such as Asia/Shanghai.' },
    }),
  noDay: () => errors.fieldsRefused({ rhythm: { zh: '请选择星期几或日期。', en: 'Please choose the day of the week or of the month.' } }),
  noReceiver: () => errors.fieldsRefused({ userIds: { zh: '请至少选择一个收件人。', en: 'Please choose at least one recipient.' } }),
  tooManyReceivers: (most: number) =>
    errors.fieldsRefused({ userIds: { zh: `最多 ${most} 个收件人。`, en: `There may be at most ${most} recipients.` } }),
  noSuchUser: () =>
    errors.fieldsRefused({
      userIds: {
        zh: '没有这个用户，或该用户没有邮箱地址，请重新选择。',
        en: 'The user was not found or has no mail address. Please choose again.',
      },
    }),
  wrongAddress: (address: string) =>
    errors.fieldsRefused({
      addresses: { zh: `“${address}”不是邮箱地址。`, en: `“${address}” is not a mail address.` },
    }),
  noFreeAddress: () =>
    errors.fieldsRefused({
      addresses: {
        zh: '您没有发送到其他邮箱地址的权限，请从用户中选择。',
        en: 'You may not send to other addresses. Please choose among the users.',
      },
    }),
} as const
