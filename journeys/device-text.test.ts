import { connectTruck, type ScriptedTruck } from '@tanker/fleet/scripted-truck'
import type { TruckRow } from '@tanker/fleet/world'
import { fileActions, fileResults, transparentTypes } from '@tanker/protocol/messages/transparent.message'
import { DEVICE_VERSIONS_FILE } from '@tanker/parameters/device-files'
import { encodeDeviceVersions } from '@tanker/protocol/tanker-extension/device-versions-file'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'
import { CARRIER_1, ROADSIDE, tankersOf } from './world-truck.ts'

const harness = setUpHarness()

/** Texts of a device, each as long as its field allows and each with a number of its own, so that every cell can be distinguished. */
const MARKUP = {
  model: '<img src=x onerror=alert(1)>',
  hardware: '<svg onload=alert(2)>',
  firmware: '"><script>alert(3)</script>',
  maker: '<b>4',
  listed: '<img/src=x/onerror=alert(5)>',
  stranger: '<img src=x onerror=alert(6)>',
}
/** What a browser would make of these texts if they were read as HTML. */
const MADE_OF_MARKUP = 'img[src="x"], img[src="x/onerror=alert(5)"], svg[onload], script:not([src]):not([type]), [role=gridcell] b'

const plan = { province: 32, city: 100, plateColour: 2 } as const
const dial = ({ terminalPhone, terminalId, plate }: TruckRow): Promise<ScriptedTruck> =>
  connectTruck({ host: '127.0.0.1', port: harness.product.devicePort, phone: terminalPhone, version: 2019, terminalId, plate })

/** The truck's own terminal registers, signs in and says what it and its devices are, all in markup. */
async function saysMarkup(row: TruckRow): Promise<void> {
  const terminal = await dial(row)
  terminal.sendMessage({
    kind: 'registration',
    ...plan,
    maker: MARKUP.maker,
    terminalModel: MARKUP.model,
    terminalId: row.terminalId,
    plate: MARKUP.model,
  })
  const { result, authCode } = await terminal.next('registration-answer')
  expect(result).toBe(0)
  terminal.sendMessage({ kind: 'authentication', authCode: authCode ?? '', imei: '0'.repeat(15), software: MARKUP.firmware.slice(0, 20) })
  await terminal.next('query-attributes')
  terminal.sendMessage({
    kind: 'attributes-answer',
    type: 6,
    maker: MARKUP.maker,
    terminalModel: MARKUP.model,
    terminalId: row.terminalId,
    iccid: '0'.repeat(20),
    hardware: MARKUP.hardware,
    firmware: MARKUP.firmware,
    gnss: 3,
    communication: 32,
  })
  await terminal.next('transparent-down')
  const data = encodeDeviceVersions([{ device: 'probe', maker: MARKUP.maker, hardware: 'PR3', version: MARKUP.listed }])
  terminal.sendMessage({
    kind: 'transparent-up',
    type: transparentTypes.tankerFile,
    content: 'tanker-file',
    version: 1,
    action: fileActions.read,
    file: DEVICE_VERSIONS_FILE,
    subject: 0,
    crc32: 0,
    total: data.length,
    result: fileResults.finished,
    next: 0,
    data,
  })
  await terminal.send({ ...ROADSIDE })
  await terminal.close()
}

/** A terminal without a code requests registration for the truck; the alarm names the terminal ID that was sent. */
async function strangerAsks(row: TruckRow): Promise<void> {
  const stranger = await dial({ ...row, terminalId: MARKUP.stranger })
  stranger.sendMessage({
    kind: 'registration',
    ...plan,
    maker: MARKUP.maker,
    terminalModel: MARKUP.model,
    terminalId: MARKUP.stranger,
    plate: MARKUP.stranger,
  })
  const { result } = await stranger.next('registration-answer')
  expect(result).not.toBe(0)
  await stranger.close()
}

const rowsOf = (page: Page, plate: string): Locator =>
  page.locator('.screen:visible').getByRole('grid').getByRole('row').filter({ hasText: plate })

test('[L17] markup that a terminal sends as its maker, model, hardware, firmware or terminal ID is shown as the text it is, and no screen makes an element of it', async () => {
  const row = tankersOf(CARRIER_1).find(({ protocolVersion }) => protocolVersion === '2019')
  if (!row) throw new Error('the world has no tanker with a 2019 terminal')
  await saysMarkup(row)
  await strangerAsks(row)

  const happened: string[] = []
  const watch = async (page: Page): Promise<void> => {
    page.on('dialog', (dialog) => {
      happened.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    // A handler that the content policy stops is an error in the browser's console.
    page.on('console', (message) => message.type() === 'error' && happened.push(message.text()))
    page.on('pageerror', (error) => happened.push(String(error)))
  }
  const versions = 'setting/base_data/upgrade_mcu'
  const looks = [
    { path: `${versions}?tab=${encodeURIComponent(`${versions}/versions`)}`, texts: ['maker', 'hardware', 'firmware', 'listed'] },
    { path: 'setting/base_data/truck', texts: ['maker', 'model'] },
    { path: 'cargo_monitor/exception_report/device_alarm', texts: ['stranger'] },
  ] as const
  const page = await harness.signedIn('admin', { path: looks[0].path, language: 'en-US', height: 1600, before: watch })
  for (const { path, texts } of looks) {
    await page.goto(`${harness.product.address}/${path}`)
    await rowsOf(page, row.plate).first().waitFor()
    await eventually(async () => {
      await page.locator('.screen:visible').getByRole('button', { name: 'Search', exact: true }).click()
      return rowsOf(page, row.plate).getByRole('gridcell').allInnerTexts()
    }).toEqual(expect.arrayContaining(texts.map((name) => MARKUP[name])))
    expect(await page.locator(MADE_OF_MARKUP).count(), path).toBe(0)
  }
  expect(happened).toEqual([])
}, 120_000)
