import { accessCalls } from '@tanker/contract/endpoints/access'
import type { UserPrivileges } from '@tanker/contract/session'
import { call } from '../platform/calls/call.ts'
import { signOut } from '../platform/calls/ended-session.ts'
import { readSession } from '../platform/calls/session.ts'
import { userPriText } from '../platform/feed/feed.ts'
import { language, PRODUCT_TITLE, SHORT_TITLE, switchLanguage, text } from '../platform/language.ts'
import { BellIcon, MenuIcon, MoonIcon, NoLineIcon, PersonIcon, SunIcon } from '../platform/ui/icons.tsx'
import { Popover } from '../platform/ui/popover.tsx'
import { setTheme, useTheme } from '../platform/ui/theme.ts'
import { AlarmCounter } from './alarm-counter.tsx'
import { AlarmSettings } from './alarm-settings.tsx'
import { useTruckStatus } from '../platform/account/account-queries.ts'
import { DownloadsMenu } from './downloads-menu.tsx'
import { FenceNotice } from './fence-notice.tsx'
import { HelpLink } from './help-link.tsx'
import { HeartbeatBadge } from './heartbeat-badge.tsx'
import { StatusBadges } from './status-badges.tsx'
import { StorageBadge } from './storage-badge.tsx'

const WORDS = {
  menu: { zh: '菜单', en: 'Menu' },
  alarmSettings: { zh: '报警设置', en: 'Alarm settings' },
  dark: { zh: '切换到深色', en: 'Switch to dark' },
  light: { zh: '切换到浅色', en: 'Switch to light' },
  language: { zh: 'EN 切换到英文', en: '中 Switch to Chinese' },
  user: { zh: '用户', en: 'User' },
  signIns: { zh: '登录日志', en: 'Sign-in log' },
  password: { zh: '修改密码', en: 'Change password' },
  signOut: { zh: '退出登录', en: 'Sign out' },
  offLine: { zh: '实时连接已断开', en: 'Live connection lost' },
} as const

const leave = (): Promise<void> => signOut(() => call(accessCalls.signOut, null, { purpose: 'silent' }))

const StatusCounters = ({ privileges }: { privileges: UserPrivileges }) => {
  const { data, isError } = useTruckStatus(userPriText(privileges))
  return <StatusBadges data={data} failed={isError} />
}

type HeaderProps = {
  readonly privileges: UserPrivileges | undefined
  readonly connected: boolean
  /** The user has the alarm desk. */
  readonly hasDesk: boolean
  readonly menuOpen: boolean
  readonly onToggleMenu: () => void
  readonly onChangePassword: () => void
  readonly onShowSignIns: () => void
}

export const Header = ({ privileges, connected, hasDesk, menuOpen, onToggleMenu, onChangePassword, onShowSignIns }: HeaderProps) => {
  const theme = useTheme()
  const { userInfo, role, notDemo, waterTruckAccount } = readSession()
  const otherTheme = text(theme === 'dark' ? WORDS.light : WORDS.dark)
  return (
    <header className="header">
      <button
        className="header-button"
        onClick={onToggleMenu}
        aria-expanded={menuOpen}
        aria-controls="menu"
        aria-label={text(WORDS.menu)}
        title={text(WORDS.menu)}
      >
        <MenuIcon />
      </button>
      <span className="header-title" title={text(PRODUCT_TITLE)}>
        <span className="title-long">{text(PRODUCT_TITLE)}</span>
        <span className="title-short">{text(SHORT_TITLE)}</span>
      </span>
      {privileges && !waterTruckAccount && <StatusCounters privileges={privileges} />}
      <div className="header-tools">
        {privileges && !waterTruckAccount && <AlarmCounter hasDesk={hasDesk} />}
        {privileges && !waterTruckAccount && <FenceNotice roleName={role.roleName} />}
        {privileges && !waterTruckAccount && <StorageBadge superMan={role.superMan} />}
        {privileges && !waterTruckAccount && <HeartbeatBadge superMan={role.superMan} />}
        {privileges && !connected && (
          <span className="off-line" role="img" aria-label={text(WORDS.offLine)} title={text(WORDS.offLine)}>
            <NoLineIcon />
          </span>
        )}
        {privileges && !waterTruckAccount && (
          <Popover width={560} buttonClass="header-button" label={text(WORDS.alarmSettings)} trigger={<BellIcon />}>
            {(close) => <AlarmSettings privileges={privileges} onSaved={close} />}
          </Popover>
        )}
        <DownloadsMenu />
        <HelpLink />
        <button
          className="header-button"
          onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
          aria-label={otherTheme}
          title={otherTheme}
        >
          {theme === 'dark' ? <SunIcon /> : <MoonIcon />}
        </button>
        {!waterTruckAccount && (
          <button
            className="header-button"
            onClick={() => switchLanguage(language === 'zh' ? 'en' : 'zh')}
            aria-label={text(WORDS.language)}
            title={text(WORDS.language)}
          >
            {language === 'zh' ? 'EN' : '中'}
          </button>
        )}
        <Popover width={220} buttonClass="header-button" label={`${text(WORDS.user)} ${userInfo.name}`} trigger={<PersonIcon />}>
          {(close) => (
            <div className="user-menu">
              <p>
                <b>{userInfo.name}</b>
                <span>{userInfo.userName}</span>
                <span>{[userInfo.companyName, role.roleName].filter((words) => words !== '').join(' · ')}</span>
              </p>
              <button className="popover-item" onClick={() => (close(), onShowSignIns())}>
                {text(WORDS.signIns)}
              </button>
              {notDemo && (
                <button className="popover-item" onClick={() => (close(), onChangePassword())}>
                  {text(WORDS.password)}
                </button>
              )}
              <button className="popover-item" onClick={() => void leave()}>
                {text(WORDS.signOut)}
              </button>
            </div>
          )}
        </Popover>
      </div>
    </header>
  )
}
