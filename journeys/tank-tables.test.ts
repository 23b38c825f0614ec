import type { Locator, Page } from 'playwright-core'
import { ellipticTable } from '@tanker/domain/tank/tank-table'
import { tankTableText } from '@tanker/domain/tank/tank-table-text'
import type { CommandEffect } from '@tanker/fleet/wire/terminal-options'
import { expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'
import { worldTerminals } from './world-terminal.ts'
import { CARRIER_1, tankersOf } from './world-truck.ts'

const harness = setUpHarness()
const tables = 'setting/base_data/tank_table'
const records = 'setting/base_data/tank_table_record'
const serial = '26110000077'
const connectTerminal = worldTerminals(harness)

const onScreen = (page: Page): Locator => page.locator('.screen:visible')
const rowOf = (page: Page, words: string): Locator => onScreen(page).getByRole('grid').getByRole('row').filter({ hasText: words })
const dialogOf = (page: Page): Locator => page.locator('dialog[open]')
const cellsOf = (page: Page, words: string): Promise<string[]> => rowOf(page, words).getByRole('gridcell').allInnerTexts()

/** The on-board terminal of a truck of the world, as the virtual fleet plays it, and the tank tables that it put to use. */
function connect(row: (typeof truckRows)[number]): CommandEffect[] {
  const effects: CommandEffect[] = []
  connectTerminal(row, { onEffect: (effect) => effects.push(effect) })
  return effects
}

const truckRows = tankersOf(CARRIER_1)
const fileOf = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

test('[2.8-01] [4.5-08] [5.3-03] [5.3-05] [5.3-06] a tank table is refused by the line, mended, seen as a curve, sent to its truck and in use; the record says by whom', async () => {
  const truck = truckRows[0]
  const compartment = truck?.compartments[0]
  if (!truck || !compartment) throw new Error('the world has no tanker')
  const oval = ellipticTable({ halfWidthM: 1.2, halfHeightM: compartment.heightMm / 2_000, lengthM: 2.7 }, 10)
  const capacityL = Math.round(oval.volumesL.at(-1) ?? 0)
  const page = await harness.signedIn('dispatcher1', { path: tables, language: 'en-US' })
  await onScreen(page).getByRole('button', { name: 'Add', exact: true }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Truck').click()
  await page.keyboard.type(truck.plate)
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Compartment').fill(String(compartment.compartment))
  await dialog.getByLabel('Serial number').fill(serial)
  await dialog.getByLabel('Tank height').fill(String(compartment.heightMm))
  await dialog.getByLabel(/^Capacity/).fill(String(capacityL))
  await dialog.getByLabel('Pipe capacity').fill('12')
  await dialog.getByLabel('Max. sends').fill('21')

  // What is no txt file, too large, or wrong in a line is refused where it was chosen.
  const file = dialog.locator('input[type=file]')
  await file.setInputFiles(fileOf('table.xlsx', '0,0'))
  await dialog.getByText('The tank table must be a .txt file.').waitFor()
  await file.setInputFiles(fileOf('table.txt', `${'#'.repeat(1_048_577)}`))
  await dialog.getByText('The table file must not be larger than 1 MB.').waitFor()
  const lines = tankTableText(oval).split('\n')
  await file.setInputFiles(fileOf('c1.txt', ['level volume', ...lines.slice(0, 5), '50,x71', ...lines.slice(6)].join('\n')))
  await dialog.getByRole('row', { name: '7 "x71" is not a number' }).waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await eventually(() => dialog.getByRole('alert').allInnerTexts()).toEqual([
    'Max. sends must be a whole number from 2 to 20.',
    'Table file line 7: "x71" is not a number.',
  ])
  expect(await axeProblems(page)).toEqual([])

  await dialog.getByLabel('Max. sends').fill('4')
  await file.setInputFiles(fileOf('c1.txt', lines.join('\n')))
  await dialog.getByText(`${lines.length} rows, up to`).waitFor()
  await dialog.getByRole('figure', { name: 'Level to volume' }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await rowOf(page, serial).waitFor()
  expect(await cellsOf(page, serial)).toEqual(expect.arrayContaining([truck.plate, serial, 'Not sent']))

  // The truck is away: the order waits, and a second one is not taken.
  await rowOf(page, serial).getByRole('button', { name: 'Send' }).click()
  await dialogOf(page).getByRole('button', { name: 'Send' }).click()
  await eventually(() => cellsOf(page, serial)).toContain('Sending')
  await rowOf(page, serial).getByRole('button', { name: 'Send' }).click()
  await dialogOf(page).getByText('is already queued').waitFor()
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
  await rowOf(page, serial).getByRole('button', { name: 'Edit' }).click()
  await dialogOf(page).getByLabel('Serial number').fill('1')
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await page.getByText('The tank table is being sent and cannot be edited.').waitFor()
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()

  const effects = connect(truck)
  await eventually(async () => {
    await onScreen(page).getByRole('button', { name: 'Search' }).click()
    return cellsOf(page, serial)
  }).toContain('In use')
  expect(effects).toMatchObject([{ kind: 'tank-table', file: { serial, compartment: compartment.compartment, capacityL } }])
  await rowOf(page, serial).getByRole('button', { name: 'Curve' }).click()
  await dialogOf(page).getByText(`${lines.length} rows, up to`).waitFor()
  expect(await axeProblems(page)).toEqual([])

  const chinese = await harness.signedIn('dispatcher1', { path: records })
  await rowOf(chinese, serial).waitFor()
  expect(await cellsOf(chinese, serial)).toEqual(expect.arrayContaining([truck.plate, '同步完成', '是', 'dispatcher1']))
  expect(await axeProblems(chinese)).toEqual([])
}, 120_000)
