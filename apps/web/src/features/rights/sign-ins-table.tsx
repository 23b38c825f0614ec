import type { AccessReason, AccessWhat, SignIns } from '@tanker/contract/sign-ins'
import type { Text } from '@tanker/domain/texts/text'
import { text } from '../../platform/language.ts'
import { shownTime } from '../../platform/shown-values.ts'
import { RightsTable } from './rights-table.tsx'

const WORDS = {
  at: { zh: '时间', en: 'Time' },
  what: { zh: '事件', en: 'Event' },
  address: { zh: '登录地址', en: 'From address' },
  browser: { zh: '浏览器', en: 'Browser' },
  none: { zh: '暂无登录日志', en: 'No entries in the sign-in log yet' },
} as const

const EVENTS: Readonly<Record<AccessWhat, Text>> = {
  'signed-in': { zh: '登录成功', en: 'Signed in' },
  refused: { zh: '登录失败', en: 'Sign-in failed' },
  throttled: { zh: '尝试过于频繁', en: 'Too many attempts' },
  'signed-out': { zh: '退出登录', en: 'Signed out' },
  'session-ended': { zh: '会话被结束', en: 'Session ended' },
  'password-changed': { zh: '修改密码', en: 'Password changed' },
  'password-refused': { zh: '修改密码失败', en: 'Password change refused' },
  'password-reset': { zh: '密码被重置', en: 'Password reset' },
  'user-added': { zh: '新增用户', en: 'User added' },
  'second-factor-on': { zh: '开启两步验证', en: 'Two-step sign-in turned on' },
  'second-factor-off': { zh: '关闭两步验证', en: 'Two-step sign-in turned off' },
  'second-factor-reset': { zh: '两步验证被重置', en: 'Two-step sign-in reset' },
  'recovery-codes-made': { zh: '生成恢复码', en: 'Recovery codes made' },
}

const REASONS: Readonly<Record<AccessReason, Text | null>> = {
  '': null,
  'unknown-name': { zh: '用户名不存在', en: 'unknown name' },
  'wrong-password': { zh: '密码错误', en: 'wrong password' },
  disabled: { zh: '用户、角色或组织已停用', en: 'user, role or organisation disabled' },
  'second-factor': { zh: '验证码错误', en: 'wrong code' },
  throttled: null,
  busy: { zh: '系统繁忙', en: 'system busy' },
}

const FAILED: ReadonlySet<AccessWhat> = new Set(['refused', 'throttled', 'password-refused'])

/** What happened, why, how often and by whom, in one line. */
function eventText({ what, reason, count, by }: SignIns[number]): string {
  const why = REASONS[reason]
  return [
    text(EVENTS[what]) + (why === null ? '' : text({ zh: `：${why.zh}`, en: `: ${why.en}` })),
    ...(count > 1 ? [text({ zh: `${count} 次`, en: `${count} times` })] : []),
    ...(by === '' ? [] : [text({ zh: `操作人 ${by}`, en: `by ${by}` })]),
  ].join(text({ zh: '，', en: ', ' }))
}

/** What happened to an account, the newest first; what failed stands out. */
export const SignInsTable = ({ rows, label }: { readonly rows: SignIns; readonly label: string }) =>
  rows.length === 0 ? (
    <p>{text(WORDS.none)}</p>
  ) : (
    <RightsTable label={label} headings={[WORDS.at, WORDS.what, WORDS.address, WORDS.browser]}>
      {rows.map((row) => (
        <tr key={row.id} className={FAILED.has(row.what) ? 'rights-failed' : undefined}>
          <td>{shownTime(row.at)}</td>
          <td>
            {FAILED.has(row.what) && <b aria-hidden="true">! </b>}
            {eventText(row)}
          </td>
          <td>{row.address}</td>
          <td>{row.browser}</td>
        </tr>
      ))}
    </RightsTable>
  )
