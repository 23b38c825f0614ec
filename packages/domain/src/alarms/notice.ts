import type { Text } from '../texts/text.ts'

/** Robots of chat groups that take messages at an address of their own. */
export const ROBOT_CHANNELS = {
  dingtalk: { zh: '钉钉群机器人', en: 'DingTalk robot' },
  wecom: { zh: '企业微信群机器人', en: 'WeCom robot' },
} as const satisfies Readonly<Record<string, Text>>
export type RobotChannelName = keyof typeof ROBOT_CHANNELS

/** How notices of alarms are sent; text messages have a list of their own. */
export const NOTICE_CHANNELS = { mail: { zh: '邮件', en: 'Mail' }, ...ROBOT_CHANNELS } as const satisfies Readonly<Record<string, Text>>

/** What a notice is about. */
export const NOTICE_OCCASIONS = {
  raised: { zh: '报警发生', en: 'Alarm raised' },
  black: { zh: '超时未处理，升级为黑色', en: 'Turned black, not handled' },
  test: { zh: '测试', en: 'Test' },
} as const satisfies Readonly<Record<string, Text>>

/** Why a notice waits or was not sent, where it is known beside what the service answered. */
export const NOTICE_REASONS = {
  quiet: { zh: '免打扰时段，到时再发', en: 'Quiet hours; sent when they end' },
  delayed: { zh: '到时未处理则发送', en: 'Sent if not handled by then' },
  superseded: { zh: '报警已被取代，不再发送', en: 'The alarm was superseded; not sent' },
  handled: { zh: '报警已处理，不再发送', en: 'The alarm was handled; not sent' },
  expired: { zh: '超过一天未能发出', en: 'Could not be sent within a day' },
  removed: { zh: '机器人已删除或停用', en: 'The robot was deleted or disabled' },
  key: { zh: '地址无法解密，请重新设置', en: 'The address cannot be decrypted; enter it again' },
} as const satisfies Readonly<Record<string, Text>>
export type NoticeReason = keyof typeof NOTICE_REASONS
