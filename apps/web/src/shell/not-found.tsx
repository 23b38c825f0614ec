import { Link } from '@tanstack/react-router'
import { text } from '../platform/language.ts'

const WORDS = {
  title: { zh: '页面不存在', en: 'Page not found' },
  why: { zh: '地址有误，或该功能尚未开通。', en: 'The address is wrong, or this function is not available.' },
  back: { zh: '返回首页', en: 'Back to home' },
} as const

export const NotFound = () => (
  <div className="waiting">
    <div className="not-found">
      <h1>{text(WORDS.title)}</h1>
      <p>{text(WORDS.why)}</p>
      <Link to="/" search={{}} className="link">
        {text(WORDS.back)}
      </Link>
    </div>
  </div>
)
