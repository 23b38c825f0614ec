// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { SCREENS } from '@tanker/contract/screens'
import { expect, test } from 'vitest'
import { isTyping, manualAddress, manualSection } from './manual-address.ts'

const manual = (language: string): string => readFileSync(`apps/web/public/manual/console/${language}.html`, 'utf8')

test.each(['zh', 'en'] as const)(
  'every screen and the dashboard have one section in the manual in %s, under the screen’s title',
  (language) => {
    const page = manual(language)
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(SCREENS.filter(({ path }) => !ids.includes(manualSection(path))).map(({ path }) => path)).toEqual([])
    expect(ids).toContain(manualSection('dashboard'))
    for (const { path, title } of SCREENS) expect(page).toContain(`<dt id="${path}">${title[language]}</dt>`)
  },
)

test('help leads to the manual of the user at the screen, or to its beginning', () => {
  const user = { waterTruckAccount: false }
  expect(manualAddress('monitor/alarm_desk', user)).toMatch(/^\/manual\/console\/(zh|en)\.html#monitor\/alarm_desk$/)
  expect(manualAddress('dashboard', user)).toMatch(/#personal-center$/)
  expect(manualAddress('no/such/screen', user)).toMatch(/\.html$/)
  expect(manualAddress('monitor/cargo_transport', { waterTruckAccount: true })).toMatch(/^\/manual\/water-truck\/(zh|en)\.html$/)
})

test('a question mark that is typed into a field is no call for help', () => {
  document.body.innerHTML = '<input id="a"><textarea id="b"></textarea><button id="c"></button>'
  const at = (id: string) => isTyping(document.getElementById(id))
  expect([at('a'), at('b'), at('c'), isTyping(null)]).toEqual([true, true, false, false])
})
