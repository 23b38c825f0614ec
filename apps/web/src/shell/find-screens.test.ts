import { expect, test } from 'vitest'
import { screenFinder } from './find-screens.ts'

const links = [
  { name: '货物监控', url: 'monitor/cargo_transport' },
  { name: '异常解封', url: 'cargo_monitor/exception_report/alarm_switch_cover' },
  { name: '超速报警', url: 'driving_monitor/exception_report/alarm_over_speed' },
  { name: '液位趋势', url: 'cargo_monitor/event_report/level_trend' },
]
const find = screenFinder(links)
const found = (typed: string) => find(typed).map(({ link }) => link.name)

test('[2.11-11][9-04] the menu search finds screens by title and by path, also with a slip of the finger', () => {
  expect(found('解封')[0]).toBe('异常解封')
  expect(found('over speed')[0]).toBe('超速报警')
  expect(found('levl trend')[0]).toBe('液位趋势')
  expect(found('zzzz')).toEqual([])
})

test('a Chinese title is found by its pinyin and by its first letters', () => {
  expect(found('chaosu')[0]).toBe('超速报警')
  expect(found('ywqs')[0]).toBe('液位趋势')
})

test('[D-39] in an English console the Chinese title, its pinyin and its initials find the screen, in a Chinese one the English title', () => {
  const english = screenFinder([
    { name: 'Cargo transport', url: 'monitor/cargo_transport' },
    { name: 'Abnormal unsealing', url: 'cargo_monitor/exception_report/alarm_switch_cover' },
  ])
  for (const typed of ['异常解封', 'ycjf', 'yichangjiefeng', 'unsealing'])
    expect(english(typed)[0], typed).toMatchObject({ link: { name: 'Abnormal unsealing' }, isSure: true })
  expect(find('Abnormal unsealing')[0]?.link.name).toBe('异常解封')
})

test('[2.10-08] [2.10-10] [2.10-12] a screen is found by its other labels in both languages', () => {
  const analyses = screenFinder([
    ...links,
    { name: '离线分析', url: 'driving_monitor/exception_report/off_line_analysis' },
    { name: '损溢分析', url: 'cargo_monitor/data_analysis/oil_loss' },
    { name: '液位变化分析', url: 'cargo_monitor/data_analysis/level_change' },
  ])
  const first = (typed: string) => analyses(typed)[0]
  for (const typed of ['离线统计', 'offline statistics', 'lxtj']) expect(first(typed)?.link.name, typed).toBe('离线分析')
  for (const typed of ['整体损溢', '单仓损溢', 'product loss']) expect(first(typed)?.link.name, typed).toBe('损溢分析')
  for (const typed of ['站库液位差', 'level-difference']) expect(first(typed)?.link.name, typed).toBe('液位变化分析')
  expect(first('离线统计')?.isSure).toBe(true)
})

test('nothing typed shows the whole menu in its order', () => {
  expect(found(' ')).toEqual(links.map(({ name }) => name))
})

test('what stands in a screen as it was typed is sure, a slip of the finger is not', () => {
  expect(find('解封').find(({ link }) => link.name === '异常解封')?.isSure).toBe(true)
  expect(find('ycjf')[0]?.isSure).toBe(true)
  expect(find('levl trend')[0]?.isSure).toBe(false)
})
