import { RESULT } from '@tanker/contract/envelope'
import type { SessionEnd } from '@tanker/contract/session'
import type { Text } from '@tanker/domain/texts/text'
import { Refusal } from './refusal.ts'

/** Refusals of requests of any kind. Those of one feature are in its folder. */
export const errors = {
  /** `data.ended` says why, if that is known; the sign-in page shows it. */
  sessionExpired: (ended: SessionEnd = 'unknown') =>
    new Refusal(
      'session-expired',
      RESULT.sessionExpired,
      { zh: '登录已过期，请重新登录。', en: 'Your session has expired. Please sign in again.' },
      { data: ended === 'unknown' ? null : { ended } },
    ),
  otherHost: () =>
    new Refusal('other-host', RESULT.badRequest, {
      zh: '本服务器不以此名称提供服务，请使用管理员给出的网址。',
      en: 'This server does not answer to that name. Please use the address that your administrator gave you.',
    }),
  foreignOrigin: () =>
    new Refusal(
      'foreign-origin',
      RESULT.noPermission,
      {
        zh: '请求来自其他网站，已拒绝。请从本系统页面操作。',
        en: 'The request came from another site and was refused. Please use the pages of this system.',
      },
      { isLogged: true },
    ),
  noPermission: () =>
    new Refusal(
      'no-permission',
      RESULT.noPermission,
      {
        zh: '您的角色没有此操作的权限，请联系管理员。',
        en: 'Your role does not allow this. Please ask your administrator.',
      },
      { isLogged: true },
    ),
  demoChangesNothing: () =>
    new Refusal(
      'demo-changes-nothing',
      RESULT.noPermission,
      {
        zh: '演示账号只能查看，不能修改。',
        en: 'A demo account may look at everything and change nothing.',
      },
      { isLogged: true },
    ),
  tooManyRequests: () =>
    new Refusal('too-many-requests', RESULT.tooMany, {
      zh: '请求过于频繁，请稍后重试。',
      en: 'Too many requests. Please try again in a moment.',
    }),
  badInput: (text: Text) => new Refusal('bad-input', RESULT.badRequest, text),
  unreadableRequest: () =>
    new Refusal('unreadable-request', RESULT.badRequest, {
      zh: '请求无法识别，请检查网址与编码。',
      en: 'The request cannot be read. Please check its address and encoding.',
    }),
  notFormEncoded: () =>
    new Refusal('not-form-encoded', RESULT.badRequest, {
      zh: '请求内容须为表单编码（application/x-www-form-urlencoded）。',
      en: 'The body must be form-encoded (application/x-www-form-urlencoded).',
    }),
  notJson: () =>
    new Refusal('not-json', RESULT.badRequest, {
      zh: '请求内容须为 JSON（application/json）。',
      en: 'The body must be JSON (application/json).',
    }),
  /** Messages by field, each shown at its field. */
  fieldsRefused: (fields: Readonly<Record<string, Text>>) => {
    const texts = Object.values(fields)
    return new Refusal(
      'fields-refused',
      RESULT.badRequest,
      { zh: texts.map(({ zh }) => zh).join(''), en: texts.map(({ en }) => en).join(' ') },
      { data: { fields } },
    )
  },
  rowNotFound: () =>
    new Refusal('row-not-found', RESULT.badRequest, {
      zh: '没有找到该记录，请刷新列表。',
      en: 'The row was not found. Please refresh the list.',
    }),
  sheetUnreadable: (reason: Text) => new Refusal('sheet-unreadable', RESULT.badRequest, reason),
  bodyTooLarge: (limitBytes: number) =>
    new Refusal('body-too-large', RESULT.badRequest, {
      zh: `请求内容超过 ${limitBytes / 1_048_576} MB，请减少内容后重试。`,
      en: `The request is larger than ${limitBytes / 1_048_576} MB. Please send less at a time.`,
    }),
  unknownTimeZone: () =>
    new Refusal('unknown-time-zone', RESULT.badRequest, {
      zh: '时区名称（localTimeZone）无效，请使用如 Asia/Shanghai 的名称。',
      en: 'The time zone name (localTimeZone) is not known. Please send one such as Asia/Shanghai.',
    }),
  unknownCall: () =>
    new Refusal('unknown-call', RESULT.badRequest, {
      zh: '没有这个接口，请检查网址。',
      en: 'The call was not found. Please check the address.',
    }),
  truckNotFound: () =>
    new Refusal('truck-not-found', RESULT.badRequest, {
      zh: '没有找到这辆车，请刷新列表。',
      en: 'The truck was not found. Please refresh the list.',
    }),
  organisationNotFound: () =>
    new Refusal('organisation-not-found', RESULT.badRequest, {
      zh: '没有找到所选组织或车辆，请重新选择。',
      en: 'The organisation or truck was not found. Please choose again.',
    }),
  // spec 5.4
  organisationOrTruckRequired: () =>
    new Refusal('organisation-or-truck-required', RESULT.badRequest, {
      zh: '请选择组织或车辆。',
      en: 'Please choose an organisation or a truck.',
    }),
  // spec 5.4
  startAfterEnd: () =>
    new Refusal('start-after-end', RESULT.badRequest, {
      zh: '开始时间不能晚于结束时间。',
      en: 'The start must not be after the end.',
    }),
  // spec 5.4
  periodTooLong: (days: number) =>
    new Refusal('period-too-long', RESULT.badRequest, {
      zh: `时间范围不能超过 ${days} 天，请缩短。`,
      en: `The period must not be longer than ${days} days. Please shorten it.`,
    }),
} as const

/** The message of an internal failure; the log has the details under the same number. */
export const failureText = (requestId: string): Text => ({
  zh: `服务器内部错误，请稍后重试或联系管理员（编号 ${requestId}）。`,
  en: `Something went wrong on the server. Please try again, or give your administrator this number: ${requestId}.`,
})
