import { Navigate } from '@tanstack/react-router'
import { text } from '../platform/language.ts'
import { useMenus } from '../platform/account/account-queries.ts'
import { menuLinks } from '../platform/account/menu-groups.ts'

const WORDS = {
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '菜单加载失败', en: 'The menu could not be loaded' },
  nothing: {
    zh: '您的账号尚未分配任何功能，请联系管理员',
    en: 'No function has been assigned to your account yet. Please ask your administrator',
  },
  again: { zh: '重试', en: 'Try again' },
} as const

/** '/' is the first screen of the user's menu. */
export const FirstScreen = () => {
  const menus = useMenus()
  if (menus.isPending) return <p className="waiting">{text(WORDS.loading)}</p>
  if (menus.isError) {
    return (
      <div className="waiting" role="alert">
        <p>{text(WORDS.failed)}</p>
        <button className="button" onClick={() => void menus.refetch()}>
          {text(WORDS.again)}
        </button>
      </div>
    )
  }
  const first = menuLinks(menus.data)[0]
  return first ? <Navigate to={`/${first.url}`} search={{}} replace /> : <p className="waiting">{text(WORDS.nothing)}</p>
}
