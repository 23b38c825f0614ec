import type { Page, WebSocketRoute } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'
import { TruckStory } from './truck-stories.ts'
import { CARRIER_1, ROADSIDE, holding, setOut, tankersOf, sendReadings } from './world-truck.ts'

const harness = setUpHarness()
const report = 'driving_monitor/exception_report/alarm_over_speed'
const anHourMs = 3_600_000

beforeEach(async () => {
  await harness.product.database.pool.query('UPDATE alarm SET handled_at = now() WHERE handled_at IS NULL')
})

/** The connection between the page and the server, which the test watches and cuts. */
type Line = { sockets: WebSocketRoute[]; said: string[]; heard: string[] }

const onLine = (page: Page, line: Line): Promise<void> =>
  page.routeWebSocket(/alarm-socket/, (socket) => {
    line.sockets.push(socket)
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      line.said.push(String(message))
      server.send(message)
    })
    server.onMessage((message) => {
      line.heard.push(String(message))
      socket.send(message)
    })
  })

async function speeds(index: number): Promise<string> {
  const row = tankersOf(CARRIER_1)[index]
  if (!row) throw new Error(`no tanker ${index}`)
  const truck = await setOut(harness.product, row)
  await sendReadings(truck, new TruckStory(ROADSIDE, holding(row, 0)).drives(60, 120).endingAt())
  await truck.close()
  return row.plate
}

const watching = async (line: Line): Promise<Page> => {
  const page = await harness.signedIn('dispatcher1', {
    path: report,
    before: async (fresh) => {
      await fresh.clock.install()
      await onLine(fresh, line)
    },
  })
  await eventually(() => line.heard.some((message) => message.includes('"alarms"'))).toBe(true)
  await page.locator('.off-line').waitFor({ state: 'detached' })
  return page
}
/** The counters came, by call: with or without the socket. */
const counted = (page: Page): Promise<void> => eventually(() => page.locator('.badge b').first().innerText()).toMatch(/^\d/)

const aLine = (): Line => ({ sockets: [], said: [], heard: [] })

test('[4.3-12] [9-01] an alarm raised while the line is cut appears, once, when the socket is back after 5 s', async () => {
  const line = aLine()
  const page = await watching(line)
  const before = await speeds(0)
  await page.locator('.alarm-list li', { hasText: before }).waitFor()
  await page.clock.pauseAt(Date.now() + anHourMs)
  const sockets = line.sockets.length
  await line.sockets.at(-1)?.close({ code: 1001 })
  await page.locator('.off-line').waitFor()
  const between = await speeds(1)
  await page.clock.runFor(4_900)
  expect(line.sockets.length).toBe(sockets)
  await page.clock.runFor(100)
  await eventually(() => line.sockets.length).toBe(sockets + 1)
  await page.locator('.alarm-list li', { hasText: between }).waitFor()
  await page.locator('.off-line').waitFor({ state: 'detached' })
  const again = line.said.filter((message) => message.includes('"msgType":1')).at(-1) ?? '{}'
  expect(JSON.parse(again)).toMatchObject({ cursor: expect.stringMatching(/^\d+$/) })
  await page.clock.resume()
  const after = await speeds(2)
  await page.locator('.alarm-list li', { hasText: after }).waitFor()
  expect(await page.locator('.alarm-list li b').allInnerTexts()).toEqual([after, between, before])
})

test('[7.4-01] [7.4-02] [4.3-13] [4.3-14] the socket says what it wants, then an empty message every 50 s, and takes no notice of the pong', async () => {
  const line = aLine()
  const page = await watching(line)
  const [alarms, status] = line.said.slice(-2).map((message) => JSON.parse(message) as Record<string, unknown>)
  expect(alarms).toMatchObject({
    msgType: 1,
    typeIds: expect.stringMatching(/^\d+(,\d+)*$/),
    userPri: expect.stringContaining('monitor/cargo_transport'),
    timeZone: 'Asia/Shanghai',
    userName: 'dispatcher1',
  })
  expect(status).toMatchObject({ msgType: 0, frequency: 30, userPri: expect.any(String), timeZone: 'Asia/Shanghai' })
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  line.said.length = 0
  await page.clock.pauseAt(Date.now() + anHourMs)
  line.said.length = 0
  await page.clock.runFor(50_000)
  await eventually(() => line.said).toEqual([''])
  await eventually(() => line.heard).toContain('pong')
  await page.clock.runFor(50_000)
  await eventually(() => line.said).toEqual(['', ''])
  expect(problems).toEqual([])
})

test('[7.2-13] [7.2-19] [9-01] without a socket the counters and the alarms still come every 30 s, and an alarm that both bring stands there once', async () => {
  const asked: string[] = []
  const page = await harness.signedIn('dispatcher1', {
    path: report,
    before: async (fresh) => {
      await fresh.clock.install()
      await fresh.routeWebSocket(/alarm-socket/, () => {})
      fresh.on('request', (request) => asked.push(request.url()))
    },
  })
  await counted(page)
  await page.clock.pauseAt(Date.now() + anHourMs)
  const plate = await speeds(3)
  const times = (path: string): number => asked.filter((url) => new URL(url).pathname === `/api/${path}`).length
  const before = [times('truckStatusData'), times('alarmInfo')] as const
  await page.clock.runFor(30_000)
  await eventually(() => times('alarmInfo')).toBe(before[1] + 1)
  await eventually(() => times('truckStatusData')).toBe(before[0] + 1)
  // The feed never runs ahead of a transaction that is still open: what misses one poll comes with the next.
  const rows = page.locator('.alarm-list li', { hasText: plate })
  for (let polls = 0; polls < 5 && (await rows.count()) === 0; polls += 1) {
    const answered = page.waitForResponse((response) => response.url().includes('/api/alarmInfo'))
    await page.clock.runFor(30_000)
    await answered
  }
  await rows.waitFor()
  const query = new URL(asked.findLast((url) => url.includes('/api/alarmInfo')) ?? '').searchParams
  expect(query.get('userName')).toBe('dispatcher1')
  expect(query.get('timeZone')).toBe('Asia/Shanghai')
  for (const key of ['typeIds', 'userPri']) expect(query.get(key)).toMatch(/./)
  const again = page.waitForResponse((response) => response.url().includes('/api/alarmInfo'))
  await page.clock.runFor(30_000)
  await again
  expect(await rows.count()).toBe(1)
})
