// How fast the web console feels with the virtual fleet's data: from a click to its rows in a real browser, layout shift and the longest task.
// Usage: npm run bench -- felt [--data FOLDER] (kept for later benches) [--runs 3]
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { SCREENS, type ScreenPath } from '@tanker/contract/screens'
import type { Browser, Locator, Page } from 'playwright-core'
import { launchBrowser } from '../journeys/browser.ts'
import { openPage, signIn } from '../journeys/opened-page.ts'
import { startFleetProduct, type FleetProduct } from './fleet-product.ts'

const { values } = parseArgs({ options: { data: { type: 'string' }, runs: { type: 'string', default: '3' } } })

/** After the rows came, so long shifts and tasks still count. */
const WATCH_MS = 1_500
const LISTS: readonly ScreenPath[] = [
  'cargo_monitor/event_report/switchCover',
  'cargo_monitor/event_report/delivery_record',
  'cargo_monitor/event_report/operation_record',
  'cargo_monitor/event_report/tank_inventory',
  'cargo_monitor/exception_report/alarm_switch_cover',
  'cargo_monitor/data_analysis/oil_loss',
  'cargo_monitor/data_analysis/loss_month_rank',
  'setting/base_data/station',
  'setting/base_data/truck',
]
const ROWS = '[role=grid] [role=gridcell]:not(.grid-empty *)'

type Felt = { readonly ms: number; readonly shift: number; readonly moved: readonly string[]; readonly longestMs: number }
/** Above it the bench names what moved. */
const NAMED_SHIFT = 0.02
type Watched = { begin: (selector: string) => void; done: () => Felt | null }

/** Runs in the page: from the next click until something that fits the selector is visible. */
function watchPage(): void {
  let clickedAt = 0
  let shownAt = 0
  let shift = 0
  let moved: string[] = []
  let longestMs = 0
  type Shift = { value: number; sources: readonly { node: Element | null }[] }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as Shift[])
      if (clickedAt > 0) {
        shift += entry.value
        const names = entry.sources.map(({ node }) => `${node?.nodeName.toLowerCase() ?? 'text'}.${node?.className ?? ''}`)
        moved.push(`${entry.value.toFixed(3)} ${names.join(', ')}`)
      }
  }).observe({ type: 'layout-shift' })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      if (clickedAt > 0 && startTime + duration > clickedAt) longestMs = Math.max(longestMs, duration)
  }).observe({ type: 'longtask' })
  const felt = globalThis as unknown as { felt: Watched }
  felt.felt = {
    begin(selector) {
      clickedAt = shownAt = shift = longestMs = 0
      moved = []
      const look = (): void => {
        const shown = [...document.querySelectorAll<HTMLElement>(selector)].some((one) => one.checkVisibility())
        if (clickedAt > 0 && shown) shownAt = performance.now()
        else requestAnimationFrame(look)
      }
      const onClick = ({ timeStamp }: Event): void => {
        clickedAt = timeStamp
        requestAnimationFrame(look)
      }
      addEventListener('click', onClick, { capture: true, once: true })
    },
    done: () => (shownAt === 0 ? null : { ms: shownAt - clickedAt, shift, moved, longestMs }),
  }
}

/** Where there is no graphics card, drawing would take the CPU that is measured here. */
function drawNoMap(): void {
  WebGL2RenderingContext.prototype.drawElements = () => {}
  WebGL2RenderingContext.prototype.drawArrays = () => {}
}

/** By the mouse: without a graphics card the drawing of a map delays the checks of a click, which are no part of what is felt. */
async function press(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('there is nothing to click')
  await page.mouse.click(box.x + Math.min(box.width, 80) / 2, box.y + box.height / 2)
}

/** From a click to what it opens. */
async function feel(page: Page, target: Locator, selector: string): Promise<Felt> {
  await page.evaluate((wanted) => (globalThis as unknown as { felt: Watched }).felt.begin(wanted), selector)
  await press(page, target)
  const done = () => page.evaluate(() => (globalThis as unknown as { felt: Watched }).felt.done())
  for (let tries = 0; tries < 200; tries++) {
    if (await done()) break
    await wait(50)
  }
  await wait(WATCH_MS)
  const felt = await done()
  if (!felt) throw new Error(`${selector} did not appear`)
  return felt
}

const titleOf = (path: ScreenPath): string => SCREENS.find((screen) => screen.path === path)!.title.en
/** The screen with this path, when it is the one shown. */
const inScreen = (path: ScreenPath, what: string): string => `html:has(a[aria-current=page][href="/${path}"]) main .screen ${what}`

async function link(page: Page, path: ScreenPath): Promise<Locator> {
  const found = page.locator(`nav a[href="/${path}"]`).first()
  if ((await found.count()) === 0) {
    const section = SCREENS.find((screen) => screen.path === path)!
    const group = page.locator('nav section', { has: page.locator('h2', { hasText: groupName(section.group) }) })
    const button = group.getByRole('button', { name: section.section?.en ?? '', exact: true })
    await button.evaluate((element) => element.scrollIntoView({ block: 'nearest' }))
    await press(page, button)
    await found.waitFor()
  }
  await found.evaluate((element) => element.scrollIntoView({ block: 'nearest' }))
  return found
}
const groupName = (group: string): string =>
  ({ monitor: 'Monitor board', cargo: 'Cargo monitor', driving: 'Driving monitor', setting: 'Settings' })[group] ?? ''

async function run(browser: Browser, product: FleetProduct, keep: (what: string, felt: Felt) => void): Promise<void> {
  const { page, context } = await openPage(browser, 'en-US')
  // The loader names functions by a helper that the page has not.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript(watchPage)
  await page.addInitScript(drawNoMap)
  await signIn(page, product, 'admin')
  await page.locator('.fleet-row').first().waitFor()
  await wait(4_000)
  for (const [index, path] of LISTS.entries())
    keep(
      `${index === 0 ? 'very first list' : 'first visit'}: ${titleOf(path)}`,
      await feel(page, await link(page, path), inScreen(path, ROWS)),
    )
  for (const path of LISTS) keep(`warm: ${titleOf(path)}`, await feel(page, await link(page, path), inScreen(path, ROWS)))
  keep(
    'form: a new truck',
    await feel(
      page,
      page.getByRole('button', { name: 'Add', exact: true }).locator('visible=true').first(),
      '[role=dialog] form input, dialog form input',
    ),
  )
  await page.keyboard.press('Escape')
  keep(
    'alarm desk',
    await feel(page, await link(page, 'monitor/alarm_desk'), inScreen('monitor/alarm_desk', '.desk [role=option], .desk li')),
  )
  keep('map board, warm', await feel(page, await link(page, 'monitor/cargo_transport'), inScreen('monitor/cargo_transport', '.fleet-row')))
  const truck = page.locator('.fleet-row:not(.fleet-organisation)').locator('visible=true').first()
  if ((await truck.count()) === 0) await page.locator('.fleet-twist').first().click()
  keep('truck card', await feel(page, truck, '.truck-card'))
  await context.close()
}

const product = await startFleetProduct(values.data ?? null)
const browser = await launchBrowser()
try {
  await product.uploaded()
  await wait(10_000)
  const all = new Map<string, Felt[]>()
  const keep = (what: string, felt: Felt): void => {
    all.set(what, [...(all.get(what) ?? []), felt])
    console.log(`  ${what}: ${felt.ms.toFixed(0)} ms`)
  }
  for (let round = 0; round < Number(values.runs); round++) await run(browser, product, keep)
  console.log(`${'median of the runs'.padEnd(48)}     ms   (worst)  shift  longest task ms`)
  for (const [what, felts] of all) {
    const sorted = felts.map(({ ms }) => ms).toSorted((a, b) => a - b)
    const [median = 0, worst = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
    const shift = Math.max(...felts.map((one) => one.shift))
    const longest = felts.map(({ longestMs }) => longestMs).toSorted((a, b) => a - b)[Math.floor(felts.length / 2)] ?? 0
    console.log(
      `${what.padEnd(48)}${median.toFixed(0).padStart(7)}${`(${worst.toFixed(0)})`.padStart(10)}${shift.toFixed(3).padStart(7)}${longest.toFixed(0).padStart(9)}`,
    )
    const most = felts.find((one) => one.shift === shift && shift > NAMED_SHIFT)
    for (const line of most?.moved ?? []) console.log(`    moved ${line}`)
  }
} finally {
  await browser.close()
  await product.stop()
}
