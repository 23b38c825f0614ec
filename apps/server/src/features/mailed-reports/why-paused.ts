import type { Text } from '@tanker/domain/texts/text'
import type { Account } from '../../platform/access/account.ts'
import { mayUse } from '../../platform/access/grants.ts'
import { screenOfReport } from '../named-views/feature.ts'

/** Why the rights of its owner no longer suffice for a mailed report; null where they do. */
export function whyPaused(account: Account | null, report: string): 'disabled' | 'right' | null {
  if (account === null) return 'disabled'
  const screen = screenOfReport(report)
  return screen !== undefined && !account.demo && mayUse(account.grants, screen) && mayUse(account.grants, 'reports:mail') ? null : 'right'
}

/** In the log, of a mail that was not sent. */
export const NOT_SENT = {
  owner: { zh: '定时邮件已暂停，未发送', en: 'not sent: the mailed report is paused' },
  right: {
    zh: '所有者的权限不再包含该列表或定时邮件，未发送',
    en: 'not sent: the rights of its owner no longer include this list or mailing it',
  },
  disabled: { zh: '所有者的账号已停用，未发送', en: 'not sent: the account of its owner is disabled' },
} as const satisfies Readonly<Record<string, Text>>
