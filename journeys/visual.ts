// Opens every screen in both languages and compares it with its picture under journeys/visual. Each also speaks its language alone, does not
// scroll sideways, and gives the browser nothing to complain of.
// Usage: npm run test:visual [-- --update] [-- --only login,handover] [-- --reseed]
// --problems FILE also writes what differs to a file.
// --update keeps what is seen as the new pictures; --reseed first has the fleet replay its history, so that the screens show new data.
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { SCREENS } from '@tanker/contract/screens'
import type { Browser, CDPSession, Page, Request } from 'playwright-core'
import startDatabases from '../run/test-database.ts'
import { isPackagedBrowser, launchBrowser } from './browser.ts'
import { openPage, signIn } from './opened-page.ts'
import { foreignWords, sidewaysPx } from './own-words.ts'
import { comparePictures, openImageDiff, packPicture } from './image-diff.ts'
import { storeAirtightFixtures } from './airtight-fixtures.ts'
import { storePhotoFixtures } from './photo-fixtures.ts'
import { storeDeviceFixtures } from './device-fixtures.ts'
import { storeRareFixtures } from './rare-fixtures.ts'
import { PROJECT_FOLDER, type RunningProduct, startProduct } from './running-product.ts'
import { keepFacts, standStill } from './frozen-database.ts'
import { replayHistory } from './history-replay.ts'

/** When it always is: a Wednesday, 10:00 in Nanjing. */
const NOW = '2026-03-18T02:00:00Z'
const FOLDER = join(PROJECT_FOLDER, 'journeys', 'visual')
/** Where what is seen goes when it is not as it was. */
const FAILED = join(tmpdir(), 'tanker-visual')
/** Pixels that may differ, of a hundred. */
const MOST_DIFFERENT = 0.02
/** A screen is looked at again so often, and then opened again so often, before it counts as changed. */
const LOOKS = 4
const OPENINGS = 2
/** On a busy machine; the run ends with what did not open. */
const OPENS_WITHIN_MS = 60_000
/** Longer than React holds back what a screen loads afterwards (300 ms). */
const STILL_MS = 350
const SETTLED_WITHIN_MS = 20_000

/** A wide Chinese and a narrow English web console; the wide one is kept at half its size. */
const CONSOLES = [
  { language: 'zh', locale: 'zh-CN', width: 1440, height: 900, scale: 0.5 },
  { language: 'en', locale: 'en-US', width: 390, height: 844, scale: 1 },
] as const
type Console = (typeof CONSOLES)[number]

const SIGN_IN = 'login'
const NO_PICTURE = 'has no picture'
const LEVEL_TREND = 'cargo_monitor/event_report/level_trend'
const FAULT_ANALYSIS = 'device_monitor/device_analysis/abnormal_analysis'
const TRACK_COMPARE = 'monitor/track_compare'
/** A reading there counts as old some 50 seconds after the start of the clock: it is opened before that also on a slow machine. */
const REAL_TANKS = 'cargo_monitor/event_report/real_tank_inventory'
const PATHS = [...new Set([REAL_TANKS, 'dashboard', '404', ...SCREENS.map(({ path }) => path)])]

/** What is never twice the same: the verification code, the map that the graphics card draws, and when the other web console signed in. */
const HIDDEN = `.code-canvas, .maplibregl-canvas, .dashboard-last { visibility: hidden }
*, ::before, ::after { animation: none !important; transition: none !important; caret-color: transparent !important }`

const { values } = parseArgs({
  options: {
    update: { type: 'boolean', default: false },
    reseed: { type: 'boolean', default: false },
    only: { type: 'string' },
    problems: { type: 'string' },
  },
})
const only = values.only?.split(',')
const wanted = (path: string): boolean => only === undefined || only.includes(path)

async function lookAtAll(): Promise<number> {
  const started = performance.now()
  process.env['CLOCK_STARTS_AT'] = NOW
  await rm(FAILED, { recursive: true, force: true })
  const stopDatabases = await startDatabases()
  const fakeClock = pathToFileURL(join(PROJECT_FOLDER, 'journeys', 'fake-clock.mjs')).href
  process.env['NODE_OPTIONS'] = `--import=${fakeClock}`
  if (values.reseed) await reseedFacts(fakeClock)
  const dataFolder = await mkdtemp(join(tmpdir(), 'tanker-images-'))
  const [product, browser] = await Promise.all([startProduct({ TANKER_DATA: dataFolder }), launchBrowser()])
  try {
    await product.stopServer()
    await standStill(product.database.pool, NOW)
    await stayConnected(product)
    const truckId = await busiestTruck(product)
    await storeRareFixtures(product, truckId)
    await storeDeviceFixtures(product, truckId)
    await storeAirtightFixtures(product, truckId)
    await storePhotoFixtures(product, truckId, dataFolder, NOW)
    const questions = new Map([
      [LEVEL_TREND, `?truck=${truckId}`],
      [TRACK_COMPARE, `?tracks=${await drivenTracks(product)}`],
      [FAULT_ANALYSIS, `?filters=${encodeURIComponent(JSON.stringify({ truck: await mostFaultyTruck(product) }))}`],
    ])
    // What jobs and the gateway do depends on how long they run.
    process.env['TANKER_ROLES'] = 'http'
    await product.startServer()
    // Both consoles find a session before their own, in any order of their sign-ins.
    const { page, context } = await openPage(browser, CONSOLES[0].locale, CONSOLES[0].width, CONSOLES[0].height)
    await signIn(page, product, 'admin')
    await context.close()
    const problems = (await Promise.all(CONSOLES.map((one) => lookThrough(product, browser, one, questions)))).flat()
    if (values.update && only === undefined) await clearAway()
    for (const problem of problems) console.log(problem)
    if (problems.length > 0 && !values.update) console.log(`What was seen, and where it differs, is in ${FAILED}.`)
    if (values.problems !== undefined) await writeFile(values.problems, problems.map((problem) => `\nFAILED image: ${problem}`).join(''))
    const looks = CONSOLES.length * [SIGN_IN, ...PATHS].filter(wanted).length
    console.log(
      `${looks - problems.length} of ${looks} looks are ${values.update ? 'kept' : 'as they were'}, ${Math.round((performance.now() - started) / 1000)} s`,
    )
    return problems.length === 0 ? 0 : 1
  } finally {
    await browser.close()
    await product.stop()
    await stopDatabases()
    await rm(dataFolder, { recursive: true, force: true })
  }
}

/** Replays the day before `NOW` with a few trucks of the virtual fleet and stores the resulting rows. */
async function reseedFacts(fakeClock: string): Promise<void> {
  await import(fakeClock)
  const product = await startProduct()
  try {
    await replayHistory(product, { trucks: 5, days: 1, withinMs: 120_000 })
    await keepFacts(product.database.pool, NOW)
  } finally {
    await product.stop()
  }
}

/** Trucks that were connected at `NOW` stay so, for as long as a slow machine takes to look through the screens. */
async function stayConnected({ database: { pool } }: RunningProduct): Promise<void> {
  await pool.query(
    `UPDATE truck_state SET contact_at = $1::timestamptz + interval '1 hour' WHERE contact_at > $1::timestamptz - interval '5 minutes'`,
    [NOW],
  )
}

/** The truck whose devices failed most often. */
async function mostFaultyTruck({ database: { pool } }: RunningProduct): Promise<number> {
  const { rows } = await pool.query<{ truck_id: number }>(
    `SELECT truck_id FROM alarm WHERE type IN (211, 323, 324, 329, 334) AND superseded_at IS NULL GROUP BY truck_id ORDER BY count(*) DESC, truck_id LIMIT 1`,
  )
  return rows[0]?.truck_id ?? 1
}

/** The last hours of the two trucks that drove most of them, for the comparison of tracks. */
async function drivenTracks({ database: { pool } }: RunningProduct): Promise<string> {
  const { rows } = await pool.query<{ truck_id: number }>(
    `SELECT truck_id FROM position WHERE speed > 100 GROUP BY truck_id ORDER BY count(*) DESC, truck_id LIMIT 2`,
  )
  const to = Date.parse(NOW)
  return rows.map(({ truck_id }) => `${truck_id}_${to - 5 * 3_600_000}_${to}`).join()
}

async function busiestTruck({ database }: RunningProduct): Promise<number> {
  const { rows } = await database.pool.query<{ truck_id: number }>(
    `SELECT truck_id FROM record WHERE kind = 'operation' GROUP BY truck_id ORDER BY count(*) DESC, truck_id LIMIT 1`,
  )
  if (!rows[0]) throw new Error('no truck has loaded or unloaded')
  return rows[0].truck_id
}

const nameOf = (path: string, language: string): string => `${path.replaceAll('/', '.')}.${language}.webp`

async function lookThrough(
  product: RunningProduct,
  browser: Browser,
  one: Console,
  /** What some screens must be asked before they show anything, by path. */
  questions: ReadonlyMap<string, string>,
): Promise<string[]> {
  const { page, context, problems: complaints } = await openPage(browser, one.locale, one.width, one.height)
  const calls = watchCalls(page)
  await page.clock.setFixedTime(NOW)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(() => {
    sessionStorage.removeItem('visitedViews')
    // A screen of one truck begins with the one looked at last: an image must not depend on which screens were opened before.
    for (const key of Object.keys(localStorage)) if (key.startsWith('looked-at-truck')) localStorage.removeItem(key)
    const seen = globalThis as unknown as { changedAt: number }
    seen.changedAt = performance.now()
    new MutationObserver(() => (seen.changedAt = performance.now())).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
  })
  const devtools = await context.newCDPSession(page)
  const imageDiff = await openImageDiff(browser)
  const problems: string[] = []
  const open = async (path: string): Promise<void> => {
    await page.goto(`${product.address}/${path}${questions.get(path) ?? ''}`, { timeout: OPENS_WITHIN_MS, waitUntil: 'domcontentloaded' })
    await page.evaluate((css) => {
      // A sheet made by script: the page's policy takes no style elements without its nonce.
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets.push(sheet)
    }, HIDDEN)
  }
  const take = async (): Promise<Buffer> => {
    await settled(page, calls)
    return takePicture(devtools, one)
  }
  const look = async (path: string): Promise<void> => {
    if (!wanted(path)) return
    let problem: string | null = null
    for (let openings = 1; openings <= OPENINGS; openings += 1) {
      try {
        await open(path)
        problem = await (values.update ? keepLook : compareLook)({ imageDiff, take, name: nameOf(path, one.language) })
        problem ??= (await rulesBroken(page, one.language, complaints.splice(0)))[0] ?? null
      } catch (error) {
        problem = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
      }
      if (path !== SIGN_IN && new URL(page.url()).pathname === `/${SIGN_IN}`) {
        problem = 'the console was signed out'
        await signIn(page, product, 'admin')
      }
      if (problem === null || problem.startsWith(NO_PICTURE)) break
    }
    if (problem !== null) problems.push(`${path} in ${one.language}: ${problem}`)
  }
  await look(SIGN_IN)
  await signIn(page, product, 'admin')
  // So long ago the user was here last.
  await product.database.pool.query(`UPDATE session SET created_at = $1::timestamptz - interval '2 hours'`, [NOW])
  for (const path of PATHS) await look(path)
  await Promise.all([context.close(), imageDiff.context().close()])
  return problems
}

/** What a screen breaks that no image shows. */
async function rulesBroken(page: Page, language: Console['language'], complaints: readonly string[]): Promise<string[]> {
  const foreign = await foreignWords(page, language)
  const sideways = await sidewaysPx(page)
  return [
    ...complaints.map((one) => `the browser says ${one}`),
    ...foreign.map((words) => `says ${words}`),
    ...(sideways > 0 ? [`is ${sideways} px wider than its window`] : []),
  ]
}

/** The calls, and the files of the web console, that are under way. */
function watchCalls(page: Page): ReadonlySet<Request> {
  const calls = new Set<Request>()
  page.on('request', (request) => ['xhr', 'fetch', 'script', 'stylesheet', 'image'].includes(request.resourceType()) && calls.add(request))
  page.on('requestfinished', (request) => calls.delete(request))
  page.on('requestfailed', (request) => calls.delete(request))
  return calls
}

/** Until every answer has come and nothing has moved on the page for a while. */
async function settled(page: Page, calls: ReadonlySet<Request>): Promise<void> {
  const until = Date.now() + SETTLED_WITHIN_MS
  while (Date.now() < until) {
    const still = await page.evaluate(
      (stillMs) =>
        document.fonts.status === 'loaded' &&
        document.querySelector('h1') !== null &&
        document.querySelector('[aria-busy=true]') === null &&
        performance.now() - (globalThis as unknown as { changedAt: number }).changedAt > stillMs,
      STILL_MS,
    )
    if (still && calls.size === 0) return
    await wait(40)
  }
}

/** A PNG of what is to be seen. */
async function takePicture(devtools: CDPSession, { width, height, scale }: Console): Promise<Buffer> {
  const { data } = (await devtools.send('Page.captureScreenshot', { format: 'png', clip: { x: 0, y: 0, width, height, scale } })) as {
    data: string
  }
  return Buffer.from(data, 'base64')
}

type Look = { readonly imageDiff: Page; readonly take: () => Promise<Buffer>; readonly name: string }

/** What is wrong with it, or null. */
async function compareLook({ imageDiff, take, name }: Look): Promise<string | null> {
  const before = await readFile(join(FOLDER, name)).catch(() => null)
  if (!before) return `${NO_PICTURE} journeys/visual/${name}; look at the screen, then make it with npm run test:visual -- --update`
  for (let looks = 1; ; looks += 1) {
    const seen = await take()
    const { different, difference } = await comparePictures(imageDiff, before, seen)
    if (different <= MOST_DIFFERENT) return null
    if (looks < LOOKS) continue
    await mkdir(FAILED, { recursive: true })
    await writeFile(join(FAILED, name.replace('.webp', '.seen.png')), seen)
    await writeFile(join(FAILED, name.replace('.webp', '.difference.png')), difference)
    return `${different.toFixed(2)} % of it looks different`
  }
}

/** Keeps what is seen twice in a row; a picture that is still true stays as it is. */
async function keepLook({ imageDiff, take, name }: Look): Promise<string | null> {
  const file = join(FOLDER, name)
  const before = await readFile(file).catch(() => null)
  let last = await take()
  for (let looks = 1; looks < LOOKS; looks += 1) {
    if (before && (await comparePictures(imageDiff, before, last)).different <= MOST_DIFFERENT) return null
    const seen = await take()
    if ((await comparePictures(imageDiff, last, seen)).different === 0) {
      await mkdir(FOLDER, { recursive: true })
      await writeFile(file, await packPicture(imageDiff, seen))
      return null
    }
    last = seen
  }
  return 'is never twice the same'
}

/** Pictures of screens that are no more. */
async function clearAway(): Promise<void> {
  const kept = new Set(CONSOLES.flatMap(({ language }) => [SIGN_IN, ...PATHS].map((path) => nameOf(path, language))))
  for (const name of await readdir(FOLDER)) if (name.endsWith('.webp') && !kept.has(name)) await rm(join(FOLDER, name))
}

if (isPackagedBrowser()) process.exitCode = await lookAtAll()
else console.log('Pictures are compared in the browser that comes with the tests, on Linux x64: left out here.')
