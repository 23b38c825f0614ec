import { Link } from '@tanstack/react-router'
import { CopyButton } from '../platform/account/copy-button.tsx'
import { readSession } from '../platform/calls/session.ts'
import { text } from '../platform/language.ts'
import { useScreenAddress } from '../platform/screen-frame/screen-address.ts'
import { titleOfPath } from './screen-titles.ts'

const WORDS = {
  back: { zh: '返回首页', en: 'Back to home' },
  copy: { zh: '复制申请', en: 'Copy this request' },
} as const

const titleWords = (screen: string): string => text({ zh: `您没有“${screen}”的权限`, en: `You do not have the permission “${screen}”` })
const roleWords = (role: string): string =>
  text({ zh: `您的角色“${role}”没有勾选这个页面。`, en: `Your role, “${role}”, does not include this screen.` })
const grantedWords = (role: string, screen: string): string =>
  text({
    zh: `能分配角色功能的管理员可以开通：“设置 › 权限账号 › 角色功能分配”，角色“${role}”，勾选“${screen}”。开通后立即生效，无需重新登录。`,
    en: `An administrator who may grant role permissions can add it: Settings › Roles and users › Role permissions, role “${role}”, tick “${screen}”. It takes effect immediately, without a new sign-in.`,
  })
const requestWords = (userName: string, role: string, screen: string): string =>
  text({
    zh: `请为角色“${role}”开通“${screen}”（用户 ${userName}）：${location.href}`,
    en: `Please grant the role “${role}” the screen “${screen}” (user ${userName}): ${location.href}`,
  })

/** A screen that exists and that the user's role does not have, as a link from another user may lead to it. */
export const ScreenRefused = () => {
  const { path } = useScreenAddress()
  const { role, token } = readSession()
  const title = titleOfPath(`/${path}`)
  const screen = title ? text(title) : path
  return (
    <div className="waiting" role="alert">
      <div className="not-found">
        <h1>{titleWords(screen)}</h1>
        <p>{roleWords(role.roleName)}</p>
        <p>{grantedWords(role.roleName, screen)}</p>
        <p className="refused-actions">
          <CopyButton what={requestWords(token.userName, role.roleName, screen)} name={text(WORDS.copy)} />
          <Link to="/" search={{}} className="link">
            {text(WORDS.back)}
          </Link>
        </p>
      </div>
    </div>
  )
}
