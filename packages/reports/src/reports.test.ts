import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCREENS } from '@tanker/contract/screens'
import { ALARM_TYPES } from '@tanker/domain/alarms/alarm-type'
import { expect, test } from 'vitest'
import { ALL_REPORTS } from './all-reports.ts'
import { reportsOf } from './define-report.ts'

const folder = import.meta.dirname
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.report.ts'))

test('every report file is listed once', () => {
  const list = readFileSync(join(folder, 'all-reports.ts'), 'utf8')
  for (const file of files) expect(list.split(`./${file}'`)).toHaveLength(2)
  expect(ALL_REPORTS).toHaveLength(files.length)
})

test('reports stand in the order of the menu', () => {
  const paths: string[] = ALL_REPORTS.map(({ path }) => path)
  expect(paths).toEqual(SCREENS.map(({ path }) => path).filter((path) => paths.includes(path)))
})

test('[4.4-01] [4.4-08] [4.4-11] every alarm about cargo leads to a screen that exists', () => {
  const screens = new Set<string>(SCREENS.map(({ path }) => path))
  const routes = ALARM_TYPES.filter(({ route }) => route.startsWith('cargo_monitor/'))
  expect(routes.map(({ code }) => code)).toEqual(expect.arrayContaining([1, 3, 202, 207, 208, 213, 310, 320, 321, 322, 326, 327, 329, 330]))
  for (const { code, route } of routes) expect(screens, `alarm ${code}`).toContain(route)
})

test('[D-11] a list that proves something begins with who, when and what it proves, and keeps every other column', () => {
  const reports = new Map(ALL_REPORTS.flatMap(reportsOf).map(({ path, columns }) => [path, Object.keys(columns)]))
  const first = (path: string, count: number) => reports.get(`cargo_monitor/${path}`)?.slice(0, count)
  expect(first('event_report/delivery_record', 5)).toEqual(['plate', 'leftDepot', 'loss', 'rate', 'judge'])
  expect(first('data_analysis/oil_loss/whole', 5)).toEqual(['plate', 'leftDepot', 'transport', 'transportRate', 'judge'])
  expect(first('data_analysis/oil_loss/compartment', 7)).toEqual(
    expect.arrayContaining(['compartment', 'product', 'transport', 'transportRate', 'judge']),
  )
  expect(first('event_report/switchCover', 5)).toEqual(['plate', 'startedAt', 'volumeChange', 'judge', 'handled'])
  expect(first('exception_report/alm_high_loss', 5)).toEqual(['plate', 'startedAt', 'loss', 'lossRate', 'threshold'])
  expect(first('data_analysis/truck_loss', 3)).toEqual(['plate', 'loss', 'rate'])
  // The columns of spec 5.4 that moved back are still there.
  expect(reports.get('cargo_monitor/event_report/delivery_record')).toEqual(
    expect.arrayContaining(['organisation', 'escort', 'slipNo', 'driver', 'loadStarted', 'unloadStarted', 'unloadEnded', 'basis']),
  )
})
