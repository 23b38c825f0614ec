import type { Text } from './text.ts'

/** Result of a text message. */
export const MESSAGE_STATES = {
  waiting: { zh: '待发', en: 'Waiting' },
  sending: { zh: '发送中', en: 'Sending' },
  sent: { zh: '成功', en: 'Sent' },
  failed: { zh: '失败', en: 'Failed' },
} as const satisfies Readonly<Record<string, Text>>

/** Why a text message waits, or was not sent. */
export const MESSAGE_REASONS = {
  quiet: { zh: '免打扰时段，到时再发', en: 'Quiet hours; sent when they end' },
  'no-gateway': { zh: '未配置短信网关', en: 'No SMS gateway is configured' },
  'no-balance': { zh: '短信余额不足', en: 'The SMS balance is used up' },
  retry: { zh: '网关未响应，稍后重试', en: 'The gateway did not answer; tried again later' },
  refused: { zh: '网关拒绝', en: 'Refused by the gateway' },
  unanswered: { zh: '网关多次未响应', en: 'The gateway did not answer' },
  superseded: { zh: '报警已被取代，不再发送', en: 'The alarm was superseded; not sent' },
  expired: { zh: '超过一天未能发出', en: 'Could not be sent within a day' },
} as const satisfies Readonly<Record<string, Text>>
export type MessageReason = keyof typeof MESSAGE_REASONS

/** As operators count Chinese text: 70 characters in one message, 67 in each part of a longer one. */
const oneMessage = 70
const onePart = 67

/** How many messages a text is charged as. */
export const messageParts = (content: string): number => (content.length <= oneMessage ? 1 : Math.ceil(content.length / onePart))

const minuteMs = 60_000
const dayMs = 86_400_000
const beijingMs = 8 * 3_600_000

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/**
 * When the quiet hours end in which a moment lies, milliseconds UTC; null outside them. `from` and `to` are Beijing time, HH:MM;
 * `from` is quiet, `to` no more; they may span midnight; two empty texts are no quiet hours.
 */
export function quietEnd(atMs: number, from: string, to: string): number | null {
  if (from === '' || to === '') return null
  const begin = minutesOf(from)
  const lastsMin = (minutesOf(to) - begin + 1440) % 1440
  const dayStart = Math.floor((atMs + beijingMs) / dayMs) * dayMs - beijingMs
  for (const day of [dayStart - dayMs, dayStart]) {
    const start = day + begin * minuteMs
    const end = start + lastsMin * minuteMs
    if (atMs >= start && atMs < end) return end
  }
  return null
}
