import { RESULT } from '@tanker/contract/envelope'
import type { Text } from '@tanker/domain/texts/text'
import { timeText } from '@tanker/domain/texts/time-text'

/** A refusal with a message for the caller: what happened and what to do. Any other error is an internal failure. */
export class Refusal extends Error {
  /** Stable name; never changed once released. */
  readonly code: string
  readonly resultCode: number
  readonly text: Text
  /** Data sent with the refusal; null as a rule. */
  readonly data: unknown
  /** Seconds after which the same request may succeed, sent as Retry-After; null when unknown. */
  readonly retryAfterS: number | null

  constructor(code: string, resultCode: number, text: Text, data: unknown = null, retryAfterS: number | null = null) {
    super(text.en)
    this.code = code
    this.resultCode = resultCode
    this.text = text
    this.data = data
    this.retryAfterS = retryAfterS
  }
}

/** Every error of the HTTP side. */
export const errors = {
  sessionExpired: () =>
    new Refusal('session-expired', RESULT.sessionExpired, {
      zh: '登录已过期，请重新登录。',
      en: 'Your session has expired. Please sign in again.',
    }),
  otherHost: () =>
    new Refusal('other-host', RESULT.badRequest, {
      zh: '本服务器不以此名称提供服务，请使用管理员给出的网址。',
      en: 'This server does not answer to that name. Please use the address that your administrator gave you.',
    }),
  foreignOrigin: () =>
    new Refusal('foreign-origin', RESULT.noPermission, {
      zh: '请求来自其他网站，已拒绝。请从本系统页面操作。',
      en: 'The request came from another site and was refused. Please use the pages of this system.',
    }),
  noPermission: () =>
    new Refusal('no-permission', RESULT.noPermission, {
      zh: '您的角色没有此操作的权限，请联系管理员。',
      en: 'Your role does not allow this. Please ask your administrator.',
    }),
  demoChangesNothing: () =>
    new Refusal('demo-changes-nothing', RESULT.noPermission, {
      zh: '演示账号只能查看，不能修改。',
      en: 'A demo account may look at everything and change nothing.',
    }),
  wrongPassword: () =>
    new Refusal('wrong-password', RESULT.badRequest, {
      zh: '用户名或密码错误，请检查后重试。',
      en: 'User name or password is wrong. Please check both and try again.',
    }),
  wrongOldPassword: () =>
    new Refusal('wrong-old-password', RESULT.badRequest, {
      zh: '旧密码错误，请重新输入。',
      en: 'The old password is wrong. Please enter it again.',
    }),
  commonPassword: () =>
    new Refusal(
      'common-password',
      RESULT.badRequest,
      {
        zh: '该密码过于常见，容易被猜中，请换一个。',
        en: 'This password is too easy to guess. Please choose another one.',
      },
      { field: 'pwd' },
    ),
  inQuickAccessAlready: () =>
    new Refusal('in-quick-access-already', RESULT.badRequest, {
      zh: '该菜单已存在于快捷访问中。',
      en: 'This screen already exists in quick access.',
    }),
  notInQuickAccess: () =>
    new Refusal('not-in-quick-access', RESULT.badRequest, {
      zh: '该菜单已不在快捷访问中，请刷新。',
      en: 'This screen is no longer in quick access. Please refresh.',
    }),
  tooManyLogins: (seconds: number) =>
    new Refusal('too-many-logins', RESULT.tooMany, {
      zh: `登录尝试过于频繁，请在 ${seconds} 秒后重试。`,
      en: `Too many attempts to sign in. Please try again in ${seconds} s.`,
    }),
  tooManyRequests: () =>
    new Refusal('too-many-requests', RESULT.tooMany, {
      zh: '请求过于频繁，请稍后重试。',
      en: 'Too many requests. Please try again in a moment.',
    }),
  notFromAlarm: () =>
    new Refusal('not-from-alarm', RESULT.badRequest, {
      zh: '该列表不能从报警打开，请去掉参数 fromAlarm 并选择筛选条件。',
      en: 'This list does not open from an alarm. Please leave out fromAlarm and choose filters.',
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
  rowsRefused: (count: number, data: unknown) =>
    new Refusal(
      'rows-refused',
      RESULT.badRequest,
      {
        zh: `有 ${count} 处错误，全部数据未保存，请修改后重新提交。`,
        en: `Nothing was kept because of ${count} ${count === 1 ? 'problem' : 'problems'}. Please put them right and send again.`,
      },
      data,
    ),
  /** Messages by field, each shown at its field. */
  fieldsRefused: (fields: Readonly<Record<string, Text>>) => {
    const texts = Object.values(fields)
    return new Refusal(
      'fields-refused',
      RESULT.badRequest,
      { zh: texts.map(({ zh }) => zh).join(''), en: texts.map(({ en }) => en).join(' ') },
      { fields },
    )
  },

  functionsNotHeld: (count: number) =>
    new Refusal('functions-not-held', RESULT.badRequest, {
      zh: `您自己没有其中 ${count} 项功能，不能授予。`,
      en: `You do not have ${count} of these functions yourself and cannot grant them.`,
    }),
  roleChanged: () =>
    new Refusal('functions-changed-meanwhile', RESULT.conflict, {
      zh: '他人刚刚修改了该角色，请重新载入后再修改。',
      en: 'Someone else has just changed this role. Please load it again before changing it.',
    }),
  unknownFunction: () =>
    new Refusal('unknown-function', RESULT.badRequest, {
      zh: '没有这项功能，请刷新页面。',
      en: 'There is no such function. Please reload the page.',
    }),
  copyNotHeld: () =>
    new Refusal('copy-not-held', RESULT.badRequest, {
      zh: '该角色的权限超出您自己的权限，不能复制。',
      en: 'This role has permissions that you do not have, so you cannot copy it.',
    }),
  ownSession: () =>
    new Refusal('own-session', RESULT.badRequest, {
      zh: '这是您当前的会话，请使用“退出登录”。',
      en: 'This is the session that you are using. Please sign out instead.',
    }),
  ownPassword: () =>
    new Refusal('own-password', RESULT.badRequest, {
      zh: '请在右上角菜单中修改自己的密码。',
      en: 'Please change your own password by the menu at the top right.',
    }),
  sessionNotFound: () =>
    new Refusal('session-not-found', RESULT.badRequest, {
      zh: '没有找到该会话，或已结束。',
      en: 'There is no such session, or it has ended already.',
    }),
  /** A user tried to change its own permissions or those above its own; `text` says which. */
  rightsRefused: (text: Text) => new Refusal('rights-refused', RESULT.badRequest, text),
  rowNotFound: () =>
    new Refusal('row-not-found', RESULT.badRequest, {
      zh: '没有找到该记录，请刷新列表。',
      en: 'The row was not found. Please refresh the list.',
    }),
  /** `data` has the current row and who changed it. */
  rowChanged: (data: { readonly current: unknown; readonly by: string }) =>
    new Refusal(
      'changed-meanwhile',
      RESULT.conflict,
      {
        zh: `${data.by === '' ? '他人' : data.by}刚刚修改了该记录，您的修改尚未保存。`,
        en: `${data.by === '' ? 'Someone else' : data.by} has just changed this row. Your changes are not saved yet.`,
      },
      data,
    ),
  stillReferredTo: (references: readonly { readonly what: Text; readonly names: readonly string[] }[]) => {
    const names = (language: 'zh' | 'en', between: string) =>
      references.map((one) => `${one.what[language]}${one.names.length === 0 ? '' : ` ${one.names.join(between)}`}`).join(between)
    return new Refusal('still-referred-to', RESULT.conflict, {
      zh: `不能删除，仍被引用：${names('zh', '、')}。可改为停用。`,
      en: `It cannot be deleted, because it is still used by: ${names('en', ', ')}. You may disable it instead.`,
    })
  },
  approvalNotFound: () =>
    new Refusal('approval-not-found', RESULT.badRequest, {
      zh: '没有找到该审批，请刷新列表。',
      en: 'There is no such request for approval. Please refresh the list.',
    }),
  approvalDecided: (fences: readonly string[]) =>
    new Refusal('approval-decided', RESULT.conflict, {
      zh: `已被他人审批（${fences.join('、')}），请刷新列表。`,
      en: `Someone else has already decided (${fences.join(', ')}). Please refresh the list.`,
    }),
  approvalChanged: (fences: readonly string[]) =>
    new Refusal('approval-changed', RESULT.conflict, {
      zh: `围栏在您查看后又被修改（${fences.join('、')}），请重新查看后再审批。`,
      en: `The fence was changed after you looked at it (${fences.join(', ')}). Please look again before you decide.`,
    }),
  approvalOfOwn: (fences: readonly string[]) =>
    new Refusal('approval-of-own', RESULT.conflict, {
      zh: `不能审批自己提交的修改（${fences.join('、')}），请由他人审批。`,
      en: `You made this change yourself (${fences.join(', ')}); someone else must approve it.`,
    }),
  refusalNeedsNote: () =>
    new Refusal('refusal-needs-note', RESULT.badRequest, {
      zh: '请填写不通过的原因。',
      en: 'Please say why it is not approved.',
    }),
  sheetUnreadable: (reason: Text) => new Refusal('sheet-unreadable', RESULT.badRequest, reason),
  rowOrTripNotFound: () =>
    new Refusal('row-or-trip-not-found', RESULT.badRequest, {
      zh: '没有找到该数据或配送，请刷新列表。',
      en: 'There is no such row or delivery. Please refresh the list.',
    }),
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
      en: 'There is no such call. Please check the address.',
    }),
  handoverNotFound: () =>
    new Refusal('handover-not-found', RESULT.badRequest, {
      zh: '没有这次交接，或您无权查看。',
      en: 'There is no such handover, or you may not see it.',
    }),
  handoverChanged: () =>
    new Refusal('handover-changed', RESULT.conflict, {
      zh: '该交接已被他人签收或提出异议，请刷新列表。',
      en: 'Someone else has signed or disputed this handover. Please refresh the list.',
    }),
  noCardSite: () =>
    new Refusal('no-card-site', RESULT.badRequest, {
      zh: '未配置外部卡务系统。',
      en: 'No external card site is configured.',
    }),
  ticketNotGood: () =>
    new Refusal('ticket-not-good', RESULT.badRequest, {
      zh: '该票据不存在、已使用或已过期。',
      en: 'There is no such ticket, or it was used or is too old.',
    }),
  messageNotFailed: () =>
    new Refusal('message-not-failed', RESULT.conflict, {
      zh: '只有发送失败的短信可以重发，请刷新列表。',
      en: 'Only a message that failed can be sent again. Please refresh the list.',
    }),
  disputeNeedsNote: () =>
    new Refusal('dispute-needs-note', RESULT.badRequest, {
      zh: '请在 remark 中说明异议的内容。',
      en: 'Please say in remark what is disputed.',
    }),
  noSuchDownload: () =>
    new Refusal('no-such-download', RESULT.badRequest, {
      zh: '没有可下载的文件，请联系管理员。',
      en: 'There is no file to download; please ask your administrator.',
    }),
  truckNotFound: () =>
    new Refusal('truck-not-found', RESULT.badRequest, {
      zh: '没有找到这辆车，请刷新列表。',
      en: 'There is no such truck. Please refresh the list.',
    }),
  operationNotFound: () =>
    new Refusal('operation-not-found', RESULT.badRequest, {
      zh: '没有找到这次作业，请刷新列表。',
      en: 'There is no such operation. Please refresh the list.',
    }),
  alarmNotFound: () =>
    new Refusal('alarm-not-found', RESULT.badRequest, {
      zh: '没有找到这条报警，请刷新列表。',
      en: 'There is no such alarm. Please refresh the list.',
    }),
  alarmSuperseded: (at: Date, timeZone: string) =>
    new Refusal('alarm-superseded', RESULT.badRequest, {
      zh: `该报警已被补传数据取代（${timeText(at.getTime(), 'zh', timeZone)}），不再有效，请刷新列表。`,
      en: `This alarm was superseded by late data (${timeText(at.getTime(), 'en', timeZone)}) and no longer holds. Please refresh the list.`,
    }),
  alarmsAlreadyHandled: (plates: readonly string[]) =>
    new Refusal('alarms-already-handled', RESULT.conflict, {
      zh: `所选报警已被他人处理（${plates.join('、')}），请刷新列表。`,
      en: `Someone else has already handled the chosen alarms (${plates.join(', ')}). Please refresh the list.`,
    }),
  organisationNotFound: () =>
    new Refusal('organisation-not-found', RESULT.badRequest, {
      zh: '没有找到所选组织或车辆，请重新选择。',
      en: 'There is no such organisation or truck. Please choose again.',
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
  // spec 5.4
  periodTooFarBack: (days: number) =>
    new Refusal('period-too-far-back', RESULT.badRequest, {
      zh: `只能查询最近 ${days} 天的数据，请调整开始时间。`,
      en: `Only the last ${days} days can be asked for. Please choose a later start.`,
    }),
  /** Never read: the browser has disconnected. */
  exportCancelled: () => new Refusal('export-cancelled', RESULT.badRequest, { zh: '导出已取消。', en: 'The export was cancelled.' }),
  tooManyExports: () =>
    new Refusal('too-many-exports', RESULT.tooMany, {
      zh: '正在导出的任务较多，请过一分钟再试，或缩短时间范围。',
      en: 'Many exports are running. Please try again in a minute, or choose a shorter period.',
    }),
  ownExportRunning: () =>
    new Refusal('own-export-running', RESULT.tooMany, {
      zh: '您的另一个导出仍在进行，请等它下载完成后再导出。',
      en: 'Another export of yours is still running. Please wait until its file has arrived, then export again.',
    }),
  // spec 8.3
  tankTableSending: () =>
    new Refusal('tank-table-sending', RESULT.conflict, {
      zh: '罐容表正在发送，不能修改。',
      en: 'The tank table is being sent and cannot be edited.',
    }),
  // spec 8.3
  tankTableAlreadySending: () =>
    new Refusal('tank-table-already-sending', RESULT.conflict, {
      zh: '该仓的罐容表已待发送，请勿重复发送。',
      en: 'A tank table of this compartment is already to be sent. Please do not send it again.',
    }),
  tankTableInConsole: () =>
    new Refusal('tank-table-in-console', RESULT.conflict, {
      zh: '主机已有此罐容表，不能修改或删除；请新增一份，并填写新的生效时间。',
      en: 'The console has this tank table; it can be neither edited nor deleted. Please add another with a new effective time.',
    }),
  tankTableInUse: () =>
    new Refusal('tank-table-in-use', RESULT.conflict, {
      zh: '平台按此罐容表计算过容积，不能修改或删除；请新增一份，并填写新的生效时间。',
      en: 'The platform has computed volumes with this tank table; it can be neither edited nor deleted. Please add another with a new effective time.',
    }),
  /** `text` gives the reason. */
  deviceTestRefused: (text: Text) => new Refusal('device-test-refused', RESULT.conflict, text),
  /** `text` gives the reason. */
  gaugeCorrectionRefused: (text: Text) => new Refusal('gauge-correction-refused', RESULT.conflict, text),
  nothingIsSent: () =>
    new Refusal('nothing-is-sent', RESULT.conflict, {
      zh: '没有正在发送的内容，请刷新列表。',
      en: 'Nothing is being sent. Please refresh the list.',
    }),
  // spec 5.4
  handleFirst: () =>
    new Refusal('handle-first', RESULT.conflict, {
      zh: '所选记录尚未处理，请先处理。',
      en: 'The chosen rows have not been handled. Please handle them first.',
    }),
  // spec 5.4
  nothingToExport: () =>
    new Refusal('nothing-to-export', RESULT.badRequest, {
      zh: '无明细数据可导出',
      en: 'No detail data to export',
    }),
} as const

/** The message of an internal failure; the log has the details under the same number. */
export const failureText = (requestId: string): Text => ({
  zh: `服务器内部错误，请稍后重试或联系管理员（编号 ${requestId}）。`,
  en: `Something went wrong on the server. Please try again, or give your administrator this number: ${requestId}.`,
})
