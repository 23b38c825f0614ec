import type { Text } from '../texts/text.ts'

/** Why the connection of a terminal ended. */
export const DROP_REASONS = {
  timeout: { zh: '超时无数据', en: 'Silent for too long' },
  terminal: { zh: '终端主动断开', en: 'Closed by the terminal' },
  replaced: { zh: '重新登录替换', en: 'Replaced by a new sign-in' },
  network: { zh: '网络中断', en: 'Network failure' },
  platform: { zh: '平台断开', en: 'Closed by the platform' },
  'server-stopped': { zh: '服务器停止', en: 'Server stopped' },
} as const satisfies Readonly<Record<string, Text>>

export type DropReason = keyof typeof DROP_REASONS
