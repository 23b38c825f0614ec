import type { Language, Text } from '@tanker/domain/texts/text'
import { LANGUAGE_COOKIE } from '@tanker/contract/envelope'

/** Cookie first, else the browser, where every Chinese locale gives Chinese, all others English (spec 9). */
export const chooseLanguage = (cookies: string, locales: readonly string[]): Language => {
  const kept = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=(zh|en)(?:;|$)`).exec(cookies)?.[1]
  if (kept === 'zh' || kept === 'en') return kept
  return locales[0]?.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

const inBrowser = typeof document !== 'undefined'

/** Fixed for the life of the page: switching reloads it (spec 9). */
export const language: Language = inBrowser ? chooseLanguage(document.cookie, navigator.languages) : 'zh'

/** What to write down before the first call: the server answers in the language of the cookie (spec 7.1). Null when it is there. */
export const firstCookie = (cookies: string, chosen: Language): string | null =>
  new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=${chosen}(?:;|$)`).test(cookies) ? null : `${LANGUAGE_COOKIE}=${chosen}; path=/; samesite=lax`

if (inBrowser) {
  const cookie = firstCookie(document.cookie, language)
  if (cookie !== null) document.cookie = cookie
}

export const text = (words: Text): string => words[language]

export const PRODUCT_TITLE: Text = {
  zh: '油罐车跟踪与智能监控平台',
  en: 'Tanker Tracking & Intelligent Monitoring platform',
}

/** Where the whole title has no room. */
export const SHORT_TITLE: Text = { zh: '油罐车监控', en: 'Tanker Console' }

export const switchLanguage = (to: Language): void => {
  document.cookie = `${LANGUAGE_COOKIE}=${to}; path=/; max-age=31536000; samesite=lax`
  location.reload()
}
