import { expect, test } from 'vitest'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'
import { TruckStory } from './truck-stories.ts'
import { CARRIER_1, ROADSIDE, holding, sendReadings, setOut, tankersOf } from './world-truck.ts'

const harness = setUpHarness()

test('a lower speed limit is tried on the last day: the overspeed that would appear leads to its playback, and nothing is stored', async () => {
  const [row] = tankersOf(CARRIER_1)
  if (!row) throw new Error('the world has too few tankers')
  const truck = await setOut(harness.product, row)
  // Two minutes at 70 km/h, under the usual limit, then half a minute of standing.
  await sendReadings(truck, new TruckStory(ROADSIDE, holding(row, 4000)).stands(60).drives(120, 70).stands(30).endingAt())
  await truck.close()
  const page = await harness.signedIn('admin', { path: 'setting/alarm_threshold/threshold' })
  const line = page.getByRole('row').filter({ hasText: '苏运达' }).first()
  await line.getByRole('button', { name: '设置', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const panel = dialog.locator('.threshold-trial')
  // Nothing is filled in yet.
  await panel.getByRole('button', { name: '开始试算' }).click()
  await panel.getByRole('alert').filter({ hasText: '没有修改任何值。' }).waitFor()
  await dialog.locator('.threshold-row input').first().fill('60')
  await panel.getByRole('combobox').selectOption('1')
  await panel.getByRole('button', { name: '开始试算' }).click()
  await eventually(() => panel.getByRole('status').innerText()).toMatch(/已试算 ([1-9]\d*) \/ \1 辆/)
  const overspeed = panel.getByRole('row').filter({ hasText: '超速报警' })
  expect(await overspeed.getByRole('cell').allInnerTexts()).toEqual(['0', '1', '1', '0'])
  await panel.getByText('查看报警').first().click()
  const item = panel.getByRole('listitem').filter({ hasText: row.plate })
  expect(await item.getByRole('link').getAttribute('href')).toMatch(/^\/monitor\/playback_track\?truck=\d+&from=.+&to=.+&at=/)
  const { rows } = await harness.product.database.pool.query('SELECT FROM alarm WHERE type = 2')
  expect(rows).toEqual([])
  expect((await harness.product.database.pool.query('SELECT FROM threshold_value')).rowCount).toBe(0)
})
