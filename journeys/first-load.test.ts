import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type LoadedFiles, noteLoadedFiles } from './loaded-files.ts'
import { BUILD } from './running-product.ts'
import { setUpHarness } from './browser-harness.ts'

const harness = setUpHarness()

test('the sign-in page loads at most 120 KB of script and 15 KB of style in at most 8 files, and neither map nor charts', async () => {
  const page = await harness.blank()
  const loaded = await noteLoadedFiles(page, join(BUILD, 'web'))
  await page.goto(`${harness.product.address}/login`)
  await page.locator('.code-canvas').waitFor()
  await page.waitForLoadState('networkidle')
  const { scriptBytes, styleBytes, files } = await loaded()
  expect(files.length).toBeGreaterThan(3)
  expect(files.length).toBeLessThanOrEqual(8)
  expect(files.filter((file) => /map|tile|echarts/.test(file))).toEqual([])
  expect(scriptBytes).toBeLessThanOrEqual(120 * 1024)
  expect(styleBytes).toBeLessThanOrEqual(15 * 1024)
})

test('from the sign-in to the first list the browser asks for at most 25 files of script, and for neither map nor charts', async () => {
  let loaded: (() => Promise<LoadedFiles>) | undefined
  const page = await harness.signedIn('admin', {
    path: 'setting/base_data/truck',
    before: async (fresh) => (loaded = await noteLoadedFiles(fresh, join(BUILD, 'web'))),
  })
  await page.locator('[role=grid] [role=gridcell]:not(.grid-empty *)').first().waitFor()
  const { scriptBytes, files } = (await loaded?.()) ?? { scriptBytes: NaN, files: [] }
  const scripts = files.filter((file) => !file.endsWith('.css'))
  expect(scripts.length).toBeLessThanOrEqual(25)
  expect(scripts.filter((file) => /map|tile|echarts/.test(file))).toEqual([])
  expect(scriptBytes).toBeLessThanOrEqual(250 * 1024)
})
