import type { Locator, Page } from 'playwright-core'
import type { TruckRow } from '@tanker/fleet/world'
import { expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'
import { worldTerminals } from './world-terminal.ts'
import { CARRIER_1, tankersOf } from './world-truck.ts'

const harness = setUpHarness()
const screen = 'setting/base_data/upgrade_mcu'
const connectTerminal = worldTerminals(harness)

const onScreen = (page: Page): Locator => page.locator('.screen:visible')
const rowOf = (page: Page, words: string): Locator => onScreen(page).getByRole('grid').getByRole('row').filter({ hasText: words })
const dialogOf = (page: Page): Locator => page.locator('dialog[open]')
const cellsOf = (page: Page, words: string): Promise<string[]> => rowOf(page, words).first().getByRole('gridcell').allInnerTexts()
const again = async (page: Page, name: string, words: string): Promise<string[]> => {
  await onScreen(page).getByRole('button', { name, exact: true }).click()
  return cellsOf(page, words)
}

/** The on-board terminal of a truck of the world, as the virtual fleet plays it. */
function connect(row: TruckRow, upgradeWorks = true): void {
  connectTerminal(row, { rebootMs: 500, upgradeWorks: () => upgradeWorks })
}

const fileOf = (name: string, bytes: number) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.alloc(bytes, 'firmware ') })

async function addFirmware(page: Page, version: string, device = 'Console'): Promise<void> {
  await onScreen(page).getByRole('button', { name: 'Add firmware' }).click()
  await dialogOf(page)
    .locator('input[type=file]')
    .setInputFiles(fileOf(`${version}.bin`, 60_000))
  await dialogOf(page).getByLabel('Device').selectOption(device)
  await dialogOf(page).getByLabel('Version').fill(version)
  await dialogOf(page).getByLabel('Maker').fill('TKFLT')
  await dialogOf(page).getByRole('button', { name: 'Add', exact: true }).click()
  await dialogOf(page).waitFor({ state: 'detached' })
  await rowOf(page, version).first().waitFor()
}

async function chooseFirmware(page: Page, version: string): Promise<void> {
  const select = dialogOf(page).getByLabel('Firmware')
  const value = await select.locator('option').filter({ hasText: version }).getAttribute('value')
  await select.selectOption(value)
}

/** Finds a truck in the tree and ticks it. */
async function chooseTruck(page: Page, plate: string): Promise<void> {
  await dialogOf(page).getByRole('combobox', { name: 'Trucks' }).click()
  await page.keyboard.type(plate)
  await dialogOf(page).getByRole('treeitem').filter({ hasText: plate }).first().click()
  // A click beside the list closes it.
  await dialogOf(page).getByRole('heading').first().click()
  await dialogOf(page).getByRole('tree').waitFor({ state: 'detached' })
  await dialogOf(page).locator('.choice-shown').filter({ hasText: plate }).waitFor()
}

test('[2.8-01] firmware is added, sent to a connected truck that comes back with the new version and to one whose console cannot start with it, refused where it is not newer, and aborted where it is no longer needed', async () => {
  const [truck, away, broken] = tankersOf(CARRIER_1)
  if (!truck || !away || !broken) throw new Error('the world has no three tankers')
  connect(truck)
  connect(broken, false)
  const page = await harness.signedIn('admin', { path: `${screen}?tab=${encodeURIComponent(`${screen}/files`)}`, language: 'en-US' })
  await onScreen(page).getByRole('button', { name: 'Add firmware' }).click()
  await dialogOf(page).locator('input[type=file]').setInputFiles(fileOf('big.bin', 4_000_001))
  await dialogOf(page).getByLabel('Version').fill('latest')
  await dialogOf(page).getByRole('button', { name: 'Add', exact: true }).click()
  await eventually(() => dialogOf(page).locator('.field-problem[role=alert]:not(:empty)').allInnerTexts()).toEqual([
    'A firmware file must not be larger than 4 MB.',
    'The version may contain letters, digits, dots and dashes, needs a digit, and has at most 30 characters.',
    'The maker must be 1 to 5 letters or digits.',
  ])
  expect(await axeProblems(page)).toEqual([])
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
  await addFirmware(page, 'FW2.7.0')
  await addFirmware(page, 'FW2.5.0')
  await addFirmware(page, 'CT1.5.0', 'Controller')
  expect(await axeProblems(page)).toEqual([])

  // One truck is connected and is upgraded, one goes on with what it had; the third is away, and its upgrade waits.
  await onScreen(page).getByRole('link', { name: 'Upgrades' }).click()
  await onScreen(page).getByRole('button', { name: 'New upgrade' }).click()
  await dialogOf(page).getByRole('button', { name: 'Upgrade', exact: true }).click()
  await dialogOf(page).getByText('Please choose the firmware.').waitFor()
  await chooseFirmware(page, 'FW2.7.0')
  await chooseTruck(page, truck.plate)
  await chooseTruck(page, away.plate)
  await chooseTruck(page, broken.plate)
  await dialogOf(page).getByLabel('Max. tries').fill('2')
  await dialogOf(page).getByText('All 3 can be upgraded').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await dialogOf(page).getByRole('button', { name: 'Upgrade 3 trucks' }).click()
  await rowOf(page, away.plate).waitFor()
  await eventually(() => again(page, 'Search', truck.plate)).toEqual(expect.arrayContaining(['FW2.6.0', 'FW2.7.0', 'Upgraded', '100']))
  expect(await cellsOf(page, away.plate)).toEqual(expect.arrayContaining(['Unknown', 'FW2.7.0', 'Waiting']))

  await eventually(() => again(page, 'Search', broken.plate)).toEqual(
    expect.arrayContaining(['FW2.6.0', 'Failed', 'Install failed, previous version runs', 'Retry']),
  )

  // The controller of the first is upgraded by way of its console.
  await onScreen(page).getByRole('button', { name: 'New upgrade' }).click()
  await chooseFirmware(page, 'CT1.5.0')
  await chooseTruck(page, truck.plate)
  await dialogOf(page).getByRole('button', { name: 'Upgrade 1 truck' }).click()
  await eventually(() => again(page, 'Search', 'CT1.5.0')).toEqual(
    expect.arrayContaining([truck.plate, 'Controller', 'CT1.4.2', 'Upgraded']),
  )

  // The waiting one is aborted, and can be retried.
  await rowOf(page, away.plate).getByRole('button', { name: 'Abort' }).click()
  await dialogOf(page).getByText('may still install it').waitFor()
  await dialogOf(page).getByRole('button', { name: 'Abort' }).click()
  await eventually(() => cellsOf(page, away.plate)).toContain('Aborted')
  await rowOf(page, away.plate).getByRole('button', { name: 'Retry' }).waitFor()
  expect(await axeProblems(page)).toEqual([])

  // What the truck runs now, and that nothing older is sent there unless forced.
  await onScreen(page).getByRole('button', { name: 'New upgrade' }).click()
  await chooseFirmware(page, 'FW2.5.0')
  await chooseTruck(page, truck.plate)
  await dialogOf(page).getByText(`The console of ${truck.plate} runs FW2.7.0; FW2.5.0 is not newer.`).waitFor()
  await dialogOf(page).getByRole('button', { name: 'Upgrade', exact: true }).click()
  await dialogOf(page).getByText('None of the selected trucks can be upgraded').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
  await onScreen(page).getByRole('link', { name: 'Device versions' }).click()
  await eventually(() => rowOf(page, truck.plate).filter({ hasText: 'Console' }).getByRole('gridcell').allInnerTexts()).toEqual(
    expect.arrayContaining(['FW2.7.0', 'TKFLT', 'HW1.2']),
  )
  await eventually(() => rowOf(page, truck.plate).filter({ hasText: 'Controller' }).innerText()).toContain('CT1.5.0')
  await onScreen(page).getByRole('gridcell', { name: 'Unknown' }).first().waitFor()

  // A dispatcher sees what became of its trucks, and sends nothing.
  const chinese = await harness.signedIn('dispatcher1', { path: screen })
  await rowOf(chinese, 'FW2.6.0').filter({ hasText: truck.plate }).waitFor()
  const cells = await rowOf(chinese, 'FW2.6.0').filter({ hasText: truck.plate }).getByRole('gridcell').allInnerTexts()
  expect(cells).toEqual(expect.arrayContaining([truck.plate, '主机', 'FW2.6.0', '升级成功', 'admin']))
  expect(
    await onScreen(chinese)
      .getByRole('button', { name: /升级|重试|中止/ })
      .count(),
  ).toBe(0)
  expect(await axeProblems(chinese)).toEqual([])
}, 120_000)
