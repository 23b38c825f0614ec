// @vitest-environment happy-dom
import { SCREENS } from '@tanker/contract/screens'
import { expect, test } from 'vitest'
import { isTyping, manualAddress } from './manual-address.ts'

test('help leads to the manual of the user at the screen, or to its beginning', () => {
  const user = { waterTruckAccount: false }
  expect(manualAddress('monitor/alarm_desk', user)).toMatch(/^\/manual\/console\/(zh|en)\.html#monitor\/alarm_desk$/)
  expect(manualAddress('dashboard', user)).toMatch(/#personal-center$/)
  expect(manualAddress('no/such/screen', user)).toMatch(/\.html$/)
  expect(manualAddress('monitor/cargo_transport', { waterTruckAccount: true })).toMatch(/^\/manual\/water-truck\/(zh|en)\.html$/)
})

test('help of every screen leads to the section that the manual has under its route', () => {
  const sections = SCREENS.map(({ path }) => new URL(manualAddress(path, { waterTruckAccount: false }), 'https://example.com').hash)
  expect(sections).toEqual(SCREENS.map(({ path }) => `#${path}`))
})

test('a question mark that is typed into a field is no call for help', () => {
  document.body.innerHTML = '<input id="a"><textarea id="b"></textarea><button id="c"></button>'
  const at = (id: string) => isTyping(document.getElementById(id))
  expect([at('a'), at('b'), at('c'), isTyping(null)]).toEqual([true, true, false, false])
})
