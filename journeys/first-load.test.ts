import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noteLoadedFiles } from './loaded-files.ts'
import { BUILD } from './running-product.ts'
import { setUpHarness } from './browser-harness.ts'

const harness = setUpHarness()

test('the sign-in page loads at most 120 KB of script and 15 KB of style in at most 12 files, and neither map nor charts', async () => {
  const page = await harness.blank()
  const loaded = await noteLoadedFiles(page, join(BUILD, 'web'))
  await page.goto(`${harness.product.address}/login`)
  await page.locator('.code-canvas').waitFor()
  await page.waitForLoadState('networkidle')
  const { scriptBytes, styleBytes, files } = await loaded()
  expect(files.length).toBeGreaterThan(3)
  expect(files.length).toBeLessThanOrEqual(12)
  expect(files.filter((file) => /map|tile|echarts/.test(file))).toEqual([])
  expect(scriptBytes).toBeLessThanOrEqual(120 * 1024)
  expect(styleBytes).toBeLessThanOrEqual(15 * 1024)
})
