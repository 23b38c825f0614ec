import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FleetProduct, startFleetProduct } from '../bench/fleet-product.ts'
import { ask } from '../bench/ground.ts'
import { rowCounter } from '../bench/list-rows.ts'
import { launchBrowser } from './browser.ts'
import { eventually } from './eventually.ts'
import { connected, openPage, type OpenedPage, signIn } from './opened-page.ts'

/** A truck that the accident suits plays it within a minute, on a loaded machine a little later. */
const WITHIN_MS = 120_000

let product: FleetProduct
let browser: Browser
let opened: OpenedPage
beforeAll(async () => {
  product = await startFleetProduct(null, ['--no-backfill'])
  browser = await launchBrowser()
  opened = await openPage(browser, 'en-US')
  await signIn(opened.page, product, 'admin')
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await product?.stop()
}, 60_000)

test('an administrator stages an accident on the board: a truck plays it within a minute, the board leads to the truck and then to its alarm', async () => {
  const { page, problems } = opened
  await page.goto(`${product.address}/monitor/cargo_transport`)
  await connected(page)
  await page.getByRole('button', { name: 'Stage an accident' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stage an accident' })
  expect(await dialog.getByRole('radio').count()).toBe(21)
  await dialog.getByRole('radio', { name: /^Emergency|button/i }).check()
  await dialog.getByRole('button', { name: 'Stage', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  const strip = page.locator('.training-strip')
  await strip.waitFor()
  const plate = strip.locator('.training-leads button')
  await plate.waitFor({ timeout: WITHIN_MS })
  await eventually(() => new URL(page.url()).searchParams.get('truck')).toMatch(/^\d+$/)
  const awaited = (await plate.textContent()) ?? 'no plate'
  await page.locator('.truck-card').getByText(awaited).first().waitFor()
  const alarm = strip.getByRole('link', { name: 'Emergency' })
  await alarm.waitFor({ timeout: WITHIN_MS })
  // The dialog of the emergency itself stands over the board by now.
  expect(await alarm.getAttribute('href')).toMatch(/^\/monitor\/alarm_desk\?fromAlarm=\d+$/)
  expect(problems, [...new Set(problems)].join('\n')).toEqual([])
}, 400_000)

test('a dispatcher has no button', async () => {
  const { page, context } = await openPage(browser, 'en-US')
  await signIn(page, product, 'dispatcher1')
  await page.goto(`${product.address}/monitor/cargo_transport`)
  await connected(page)
  expect(await page.getByRole('button', { name: 'Wall view' }).count()).toBe(1)
  expect(await page.getByRole('button', { name: 'Stage an accident' }).count()).toBe(0)
  await context.close()
}, 60_000)

test('the staff of the demonstration world has registered, asked, sent and tested, and the trucks have answered: no list of it is empty', async () => {
  const countOf = await rowCounter(product)
  const lists = ['repair_card', 'device', 'atg_tank_table', 'phone_number', 'message_recharge', 'tank_table_record', 'test', 'upgrade_mcu']
  for (const list of [...lists, 'enclosure_approval'])
    await expect.poll(() => countOf(`setting/base_data/${list}`), { timeout: WITHIN_MS, message: list }).toBeGreaterThan(0)
  const states = () =>
    ask<{ kind: string; state: string }>(product.databaseUrl, 'SELECT DISTINCT kind, state FROM device_command ORDER BY kind, state')
  await expect.poll(states, { timeout: WITHIN_MS }).toEqual(
    expect.arrayContaining([
      { kind: 'tank-table', state: 'done' },
      { kind: 'upgrade', state: 'done' },
    ]),
  )
}, 400_000)
