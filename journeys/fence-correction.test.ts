import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { clickInRow } from './row-operations.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'

const harness = setUpHarness()
const FENCES = 'setting/base_data/user_enclosure'
const ALARMS = 'cargo_monitor/exception_report/device_alarm'
const FENCE = '丹阳站围栏'

const screenOf = (page: Page): Locator => page.locator('.screen:visible')
const rowOf = (page: Page, name: string): Locator => screenOf(page).getByRole('grid').getByRole('row').filter({ hasText: name })
const dialogOf = (page: Page): Locator => page.locator('dialog[open]')
const press = (within: Page | Locator, name: string): Promise<void> => within.getByRole('button', { name, exact: true }).click()
const isReady = (page: Page): Promise<void> => dialogOf(page).locator('.fence-map[aria-busy=false]').waitFor()
const sideways = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** Four unloadings at the station's fence of 150 m, as detection stores them: two 40 m outside it to the north, and their alarm. */
beforeAll(async () => {
  const { pool } = harness.product.database
  const { rows } = await pool.query<{ fence: number; truck: number; lat: number; lng: number }>(
    `SELECT fence.id AS fence, truck.id AS truck, (fence.shape ->> 'lat')::float8 AS lat, (fence.shape ->> 'lng')::float8 AS lng
     FROM fence JOIN truck ON truck.organisation_id = fence.organisation_id WHERE fence.name = $1 ORDER BY truck.id LIMIT 1`,
    [FENCE],
  )
  const [at] = rows
  if (!at) throw new Error('no truck belongs to the organisation of the fence')
  for (const [index, northM] of [190, 188, 60, -40].entries())
    await pool.query(
      `INSERT INTO record (truck_id, organisation_id, kind, started_at, object, name, ended_at, lat, lng, fence_id, fence_name, speed_kmh, heading_deg, properties)
       SELECT id, organisation_id, 'operation', now() - $2 * interval '1 hour', 1, 'unloading-measured', now() - $2 * interval '1 hour', $3, $4, $5, $6, 0, 0,
         '{"direction": "unloading", "compartment": 1}' FROM truck WHERE id = $1`,
      [at.truck, index + 30, at.lat + northM / 111_195, at.lng, at.fence, FENCE],
    )
  await pool.query(
    `INSERT INTO alarm (truck_id, organisation_id, type, started_at, object, name, ended_at, grade, live, lat, lng, fence_id, fence_name, speed_kmh, heading_deg, properties)
     SELECT id, organisation_id, 333, now() - interval '1 hour', 0, 'fence-edge', now() - interval '1 hour', 'yellow', false, $2, $3, $4, $5, 0, 0, $6
     FROM truck WHERE id = $1`,
    [
      at.truck,
      at.lat + 190 / 111_195,
      at.lng,
      at.fence,
      FENCE,
      JSON.stringify({ kind: 'unloaded-outside', fenceId: at.fence, extreme: 40, limit: 0, processState: 6 }),
    ],
  )
})

test('[truth 4.7] from the alarm to the corrected fence: seen on the map, sent by one, approved by another', async () => {
  const page = await harness.signedIn('dispatcher1', { path: ALARMS })
  const row = rowOf(page, '油站围栏外卸油')
  await eventually(() => row.innerText()).toMatch(/40/)
  await clickInRow(row, '修正围栏')
  await isReady(page)
  const dialog = dialogOf(page)
  await dialog.getByText('近 180 天内 4 次装卸油停车，其中 2 次在围栏外，最远 40 m。').waitFor()
  expect(await dialog.getByRole('row').filter({ hasText: '围栏范围' }).innerText()).toMatch(/150[^]*177/)
  expect(await axeProblems(page)).toEqual([])
  await press(dialog, '提交审批')
  await page.getByText('已提交，须由他人审批后生效').waitFor()

  // Asked again while it waits, here and in the list of fences.
  await clickInRow(row, '修正围栏')
  await dialogOf(page).getByText('该围栏已有修改待审批，请先完成审批。').waitFor()
  await press(dialogOf(page), '关闭')

  const checker = await harness.signedIn('admin', { path: 'setting/base_data/enclosure_approval' })
  await press(rowOf(checker, FENCE), '审批')
  await isReady(checker)
  await press(dialogOf(checker), '通过')
  await checker.getByText('已审批通过，即时生效').waitFor()
}, 90_000)

test('[truth 4.7] in English and on a phone: a fence that holds all its stops, and one where none were, have nothing to correct', async () => {
  const page = await harness.signedIn('dispatcher1', { path: FENCES, language: 'en-US', width: 390, height: 844 })
  await clickInRow(rowOf(page, FENCE), 'Correct')
  await isReady(page)
  await dialogOf(page).getByText('All trucks stopped inside the fence: nothing to correct.').waitFor()
  expect(await dialogOf(page).getByRole('button').allInnerTexts()).not.toContain('Send for approval')
  expect(await sideways(page)).toBeLessThanOrEqual(0)
  await press(dialogOf(page), 'Close')
  await clickInRow(rowOf(page, '华阳站围栏'), 'Correct')
  await dialogOf(page).getByText('No truck loaded or unloaded here in the last 180 days').waitFor()
  expect(await axeProblems(page)).toEqual([])
}, 90_000)
