import { expect, test } from 'vitest'
import { grantedScreens, isRefused } from './refused-screens.ts'

test('a screen is refused when it exists and the menu does not have it; until the menu is known nothing is', () => {
  const granted = grantedScreens([
    { name: '监控看板', menus: [{ name: '货物监控', url: '/monitor/cargo_transport', child: [] }] },
  ] as unknown as Parameters<typeof grantedScreens>[0])
  expect(
    ['/monitor/cargo_transport', '/monitor/alarm_desk', '/dashboard', '/', '/404', '/no/such'].map((path) => isRefused(path, granted)),
  ).toEqual([false, true, false, false, false, false])
  expect(isRefused('/monitor/alarm_desk', null)).toBe(false)
})
