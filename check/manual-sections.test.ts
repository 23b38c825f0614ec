import { readFileSync } from 'node:fs'
import { SCREENS } from '@tanker/contract/screens'
import { expect, test } from 'vitest'

const manual = (language: string): string =>
  readFileSync(new URL(`../apps/web/public/manual/console/${language}.html`, import.meta.url), 'utf8')

test.each(['zh', 'en'] as const)(
  'every screen and the dashboard have one section in the manual in %s, under the screen’s title',
  (language) => {
    const page = manual(language)
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    for (const { path, title } of SCREENS) expect(page).toContain(`<dt id="${path}">${title[language]}</dt>`)
    expect(ids).toContain('personal-center')
  },
)
