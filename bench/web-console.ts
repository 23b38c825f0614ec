// The web console in a real browser: what each kind of screen loads, and what a live batch and a moving map cost at 1,000 and 10,000 trucks.
// Usage: npm run build, then npm run bench -- web-console [--trucks 1000,10000] [--seconds 30] [--every 10]
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { launchBrowser } from '../journeys/browser.ts'
import { openPage, signIn } from '../journeys/opened-page.ts'
import { noteLoadedFiles } from '../journeys/loaded-files.ts'
import { BUILD, type ServerProgram, startServerProgram } from './server-program.ts'
import { ask, prepareGround } from './ground.ts'
import { percentile } from './processes.ts'
import { startLoadGenerator } from './load-generator-process.ts'

const { values } = parseArgs({
  options: {
    trucks: { type: 'string', default: '1000,10000' },
    seconds: { type: 'string', default: '30' },
    /** Seconds between two positions of a truck. */
    every: { type: 'string', default: '10' },
    profile: { type: 'string' },
  },
})
const seconds = Number(values.seconds)
const everyS = Number(values.every)

const BOARD = 'monitor/cargo_transport'
const ORGANISATIONS = 100
const SETTLE_MS = 8_000
/** One of each kind. */
const ROUTES = [
  'dashboard',
  BOARD,
  'cargo_monitor/event_report/switchCover',
  'cargo_monitor/event_report/level_trend',
  'cargo_monitor/event_report/real_tank_inventory',
  'setting/base_data/truck',
]

type Live = {
  readonly trucks: number
  readonly batches: number
  readonly moved: number
  readonly kilobytes: number
  readonly scriptMs: number
  readonly taskMs: number
  readonly layoutMs: number
  readonly rendererMs: number
  readonly parseMs: number
  readonly heapMb: number
  readonly restP99: number
  readonly frameP50: number
  readonly frameP99: number
  readonly frameMax: number
}

/** A fleet of so many trucks of a hundred organisations, seen by the administrator. */
async function measure(browser: Browser, trucks: number, withSizes: boolean): Promise<Live> {
  const ground = await prepareGround(trucks)
  const loadGenerator = startLoadGenerator()
  let server: ServerProgram | null = null
  try {
    // Before there are carriers: the first start makes a dispatcher for each.
    server = await startServerProgram(ground.url, 'gateway,http')
    await ask(
      ground.url,
      `WITH made AS (INSERT INTO organisation (id, parent_id, name, code, ancestors)
         SELECT n, 1, 'Carrier ' || n, 'C' || n, ARRAY[1, n] FROM generate_series(2, ${ORGANISATIONS}) n RETURNING id)
       UPDATE truck SET organisation_id = 1 + truck.id % ${ORGANISATIONS} FROM (SELECT count(*) FROM made) AS all_made`,
    )
    await ask(ground.url, 'UPDATE truck_state SET organisation_id = truck.organisation_id FROM truck WHERE truck.id = truck_id')
    const product = { address: server.url, signIns: new Map([['admin', server.password]]) }
    if (withSizes) await printSizes(browser, product)
    await loadGenerator.order({ do: 'connect', port: server.devicePort ?? 0, from: 1, trucks, atOnce: 200, beginMs: Date.now() })
    const rate = trucks / everyS
    await loadGenerator.order({ do: 'drive', seconds: everyS, rate })
    const driving = loadGenerator.order({ do: 'drive', seconds: 3 * everyS + 2 * seconds + SETTLE_MS / 500 + 30, rate })
    const seen = await watch(browser, product, trucks)
    await Promise.race([driving, wait(1)])
    return seen
  } finally {
    loadGenerator.stop()
    server?.process.kill('SIGKILL')
    await ground.stop()
  }
}

type Product = Parameters<typeof signIn>[1]

async function printSizes(on: Browser, product: Product): Promise<void> {
  const { page, context } = await openPage(on, 'zh-CN')
  const loaded = await noteLoadedFiles(page, join(BUILD, 'web'))
  const print = async (route: string): Promise<void> => {
    await page.waitForLoadState('networkidle')
    const { scriptBytes, styleBytes, files } = await loaded()
    const kb = (bytes: number): string => (bytes / 1024).toFixed(0).padStart(5)
    console.log(`${route.padEnd(50)}${kb(scriptBytes)} KB${kb(styleBytes)} KB${String(files.length).padStart(7)}`)
  }
  console.log(`${'what a screen loads, packed with gzip'.padEnd(50)}      JS     CSS  files`)
  await page.goto(`${product.address}/login`)
  await print('login')
  await signIn(page, product, 'admin')
  for (const route of ROUTES) {
    await page.goto('about:blank')
    await loaded()
    await page.goto(`${product.address}/${route}`)
    await page.locator('h1').first().waitFor({ state: 'attached' })
    await print(route)
  }
  await context.close()
}

async function watch(on: Browser, product: Product, trucks: number): Promise<Live> {
  const { page, context } = await openPage(on, 'zh-CN')
  await leaveDrawingToTheCard(page)
  const batches: { readonly text: string; readonly moved: number }[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const text = payload.toString()
      if (!text.includes('"type":"trucks"')) return
      batches.push({ text, moved: (JSON.parse(text) as { trucks: unknown[] }).trucks.length })
    }),
  )
  await signIn(page, product, 'admin')
  await page.goto(`${product.address}/${BOARD}`)
  await page.locator('.fleet-list [role=treeitem]').nth(3).waitFor({ timeout: 60_000 })
  await page.locator('.maplibregl-canvas').waitFor({ timeout: 60_000 })
  await wait(SETTLE_MS)

  const devtools = await context.newCDPSession(page)
  const whole = await on.newBrowserCDPSession()
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  if (values.profile !== undefined) await beginProfile(devtools)
  batches.length = 0
  const [before, rendererBefore] = [await metrics(devtools), await rendererSeconds(whole)]
  const restFrames = await framesDuring(page, () => wait(seconds * 1000))
  const [after, rendererAfter] = [await metrics(devtools), await rendererSeconds(whole)]
  const seen = batches.splice(0)
  if (values.profile !== undefined) await endProfile(devtools, values.profile)
  const perBatch = (name: string): number => (((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000) / seen.length
  const frames = await framesDuring(page, () => moveMap(page))
  const live = {
    trucks,
    batches: seen.length,
    moved: seen.reduce((sum, { moved }) => sum + moved, 0) / seen.length,
    kilobytes: seen.reduce((sum, { text }) => sum + text.length, 0) / seen.length / 1024,
    scriptMs: perBatch('ScriptDuration'),
    taskMs: perBatch('TaskDuration'),
    layoutMs: perBatch('LayoutDuration') + perBatch('RecalcStyleDuration'),
    rendererMs: ((rendererAfter - rendererBefore) * 1000) / seen.length,
    parseMs: await parseMs(page, seen.at(-1)?.text ?? '{}'),
    heapMb: (after.get('JSHeapUsedSize') ?? 0) / 1_048_576,
    restP99: percentile(restFrames, 99),
    frameP50: percentile(frames, 50),
    frameP99: percentile(frames, 99),
    frameMax: percentile(frames, 100),
  }
  await context.close()
  return live
}

/** Where there is no graphics card, drawing would take the CPU that is measured here. */
const leaveDrawingToTheCard = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    WebGL2RenderingContext.prototype.drawElements = () => {}
    WebGL2RenderingContext.prototype.drawArrays = () => {}
  })

async function metrics(devtools: CDPSession): Promise<ReadonlyMap<string, number>> {
  const { metrics: all } = await devtools.send('Performance.getMetrics')
  return new Map(all.map(({ name, value }) => [name, value]))
}

/** CPU of all pages with their workers: the map's worker counts clusters. */
async function rendererSeconds(whole: CDPSession): Promise<number> {
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo')
  return processInfo.reduce((sum, { type, cpuTime }) => sum + (type === 'renderer' ? cpuTime : 0), 0)
}

/** Milliseconds from frame to frame while something is done. */
async function framesDuring(page: Page, work: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(() => {
    const noted = globalThis as unknown as { frames: number[] | null; note: (at: number) => void }
    noted.frames = []
    noted.note = (at) => {
      noted.frames?.push(at)
      if (noted.frames) requestAnimationFrame(noted.note)
    }
    requestAnimationFrame(noted.note)
  })
  await work()
  const at = await page.evaluate(() => {
    const noted = globalThis as unknown as { frames: number[] | null }
    const { frames } = noted
    noted.frames = null
    return frames ?? []
  })
  return at.slice(1).map((time, index) => time - (at[index] ?? time))
}

/** As a user searches for a place: zoom in, pan, zoom out. */
async function moveMap(page: Page): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await page.mouse.move(900, 480)
    for (let turn = 0; turn < 10; turn += 1) {
      await page.mouse.wheel(0, round % 2 === 0 ? -160 : 160)
      await wait(60)
    }
    await page.mouse.down()
    await page.mouse.move(700, 380, { steps: 25 })
    await page.mouse.up()
    await wait(600)
  }
}

/** What reading the text of a batch alone takes: the measure for all the rest. */
const parseMs = (page: Page, text: string): Promise<number> =>
  page.evaluate((json) => {
    const started = performance.now()
    for (let run = 0; run < 100; run += 1) JSON.parse(json)
    return (performance.now() - started) / 100
  }, text)

async function beginProfile(devtools: CDPSession): Promise<void> {
  await devtools.send('Profiler.enable')
  await devtools.send('Profiler.setSamplingInterval', { interval: 500 })
  await devtools.send('Profiler.start')
}

/** Keeps the profile for the browser's tools and prints where the time went. */
async function endProfile(devtools: CDPSession, file: string): Promise<void> {
  const { profile } = await devtools.send('Profiler.stop')
  const { writeFile } = await import('node:fs/promises')
  await writeFile(file, JSON.stringify(profile))
  const self = new Map<string, number>()
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const frame = nodes.get(id)?.callFrame
    const name = `${frame?.functionName || '(anonymous)'} ${frame?.url.split('/').at(-1)}:${frame?.lineNumber}:${frame?.columnNumber}`
    self.set(name, (self.get(name) ?? 0) + (profile.timeDeltas?.[index] ?? 0) / 1000)
  }
  for (const [name, ms] of [...self].toSorted((a, b) => b[1] - a[1]).slice(0, 25)) console.log(`${ms.toFixed(0).padStart(8)} ms ${name}`)
}

function printLive(rows: readonly Live[]): void {
  const lines: readonly (readonly [string, (row: Live) => string])[] = [
    ['trucks', ({ trucks }) => String(trucks)],
    ['batches heard', ({ batches }) => String(batches)],
    ['trucks moved in a batch', ({ moved }) => moved.toFixed(0)],
    ['its text, KB', ({ kilobytes }) => kilobytes.toFixed(1)],
    ['script of a batch, ms of CPU', ({ scriptMs }) => scriptMs.toFixed(1)],
    ['layout and style', ({ layoutMs }) => layoutMs.toFixed(1)],
    ['main thread in all', ({ taskMs }) => taskMs.toFixed(1)],
    ['with workers and drawing', ({ rendererMs }) => rendererMs.toFixed(0)],
    ['reading its text alone, ms', ({ parseMs: ms }) => ms.toFixed(2)],
    ['script to reading its text', (row) => (row.scriptMs / row.parseMs).toFixed(1)],
    ['heap, MB', ({ heapMb }) => heapMb.toFixed(0)],
    ['frame at rest p99, ms', ({ restP99 }) => restP99.toFixed(0)],
    ['frame while the map moves p50', ({ frameP50 }) => frameP50.toFixed(0)],
    ['… p99', ({ frameP99 }) => frameP99.toFixed(0)],
    ['… longest', ({ frameMax }) => frameMax.toFixed(0)],
  ]
  for (const [label, text] of lines) console.log(`${label.padEnd(34)}${rows.map((row) => text(row).padStart(10)).join('')}`)
  const [first, last] = [rows[0], rows.at(-1)]
  if (first && last && first !== last)
    console.log(`${last.trucks} to ${first.trucks} trucks: script of a batch × ${(last.scriptMs / first.scriptMs).toFixed(1)}`)
}

const browser = await launchBrowser()
try {
  const rows: Live[] = []
  for (const [index, trucks] of values.trucks.split(',').map(Number).entries()) rows.push(await measure(browser, trucks, index === 0))
  printLive(rows)
} finally {
  await browser.close()
}
