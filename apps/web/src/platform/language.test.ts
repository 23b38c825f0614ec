import { expect, test } from 'vitest'
import { chooseLanguage, firstCookie } from './language.ts'

test('[3.1-02] the cookie decides the language, also among other cookies', () => {
  expect(chooseLanguage('sidebar=open; language=en', ['zh-CN'])).toBe('en')
  expect(chooseLanguage('language=zh; a=b', ['en-US'])).toBe('zh')
})

test('[9-16] without a cookie any Chinese locale gives Chinese', () => {
  for (const locale of ['zh-CN', 'zh', 'zh-TW', 'ZH-hans-CN']) expect(chooseLanguage('', [locale])).toBe('zh')
})

test('[8.3-36] unknown locales and cookies give English', () => {
  for (const locale of ['en-GB', 'fr', 'de-DE', 'xx']) expect(chooseLanguage('', [locale])).toBe('en')
  expect(chooseLanguage('language=fr', ['fr'])).toBe('en')
  expect(chooseLanguage('mylanguage=zh', ['en'])).toBe('en')
  expect(chooseLanguage('', [])).toBe('en')
})

test('[7.1-07] on the first visit the language of the browser is written down, so that every call carries it', () => {
  expect(firstCookie('', 'en')).toBe('language=en; path=/; samesite=lax')
  expect(firstCookie('sidebar=open', 'zh')).toBe('language=zh; path=/; samesite=lax')
  expect(firstCookie('sidebar=open; language=zh', 'zh')).toBe(null)
  expect(firstCookie('language=fr', 'en')).toBe('language=en; path=/; samesite=lax')
})
