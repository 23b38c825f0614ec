// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { DeskDetail, DeskLine, ShiftHandover } from '@tanker/contract/alarm-desk'
import { accessCalls } from '@tanker/contract/endpoints/access'
import { alarmDeskCalls } from '@tanker/contract/endpoints/alarm-desk'
import { alarmCalls } from '@tanker/contract/endpoints/alarms'
import { evidenceCalls } from '@tanker/contract/endpoints/evidence'
import { photoCalls } from '@tanker/contract/endpoints/photos'
import { levelCurveCalls } from '@tanker/contract/endpoints/level-curve'
import { speedCurveCalls } from '@tanker/contract/endpoints/speed-curve'
import { organisationCalls } from '@tanker/contract/endpoints/organisations'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../platform/calls/query-client.ts'
import { invalidate } from '../../platform/calls/use-endpoint.ts'
import { useFeed } from '../../platform/feed/feed.ts'
import { NO_ALARMS } from '../../platform/feed/live-alarms.ts'
import { ScreenAddressContext, type ScreenSearch } from '../../platform/screen-frame/screen-address.ts'
import { allowPopovers, answerCalls } from '../../platform/test-answers.ts'
import { renderInRouter } from '../../platform/test-router.ts'
import { AlarmDesk } from './alarm-desk.tsx'
import { aDetail, aHandover, aLine } from './test-desk.ts'

beforeEach(() => {
  allowPopovers()
  sessionStorage.setItem('userInfo', JSON.stringify({ id: 7, name: 'Chen' }))
  sessionStorage.setItem('role', JSON.stringify({}))
  queryClient.clear()
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  queryClient.clear()
  useFeed.setState({ alarms: NO_ALARMS })
})

type World = {
  lines: DeskLine[]
  shifts: ShiftHandover[]
  handledElsewhere: Set<string>
}

const A_PICTURE = {
  ready: true,
  requests: [{ state: 'complete', attachments: 1, askedAt: null, refusedFiles: 0 }],
  files: [{ id: '5', kind: 'jpg', bytes: 10_000, receivedAt: '2026-11-23T00:15:00Z' }],
} as const
const A_PHOTO = { id: '7', takenAt: '2026-01-05T08:00:00.000Z', camera: 'manhole', channel: 4, trigger: 'door-opened' } as const
const NO_PICTURES = { ready: true, requests: [], files: [] } as const

/** The desk on a server that keeps what is handled and assigned. */
const open = async (
  lines: DeskLine[],
  search: ScreenSearch = {},
  {
    permissions = ['alarms:handle'],
    shifts = [] as ShiftHandover[],
    report = null as string | null,
    speed = null as DeskDetail['speed'],
  } = {},
) => {
  const world: World = { lines: [...lines], shifts, handledElsewhere: new Set() }
  const arrived = answerCalls(
    [accessCalls.privileges, () => ({ data: { userPri: permissions.map((key) => ({ key })), stUserAlarm: { alarmTypeIds: '' } } })],
    [organisationCalls.list, () => ({ data: [] })],
    [
      alarmDeskCalls.list,
      ({ input }) => {
        const content = world.lines.filter(({ grade }) => input['grades'] === undefined || input['grades'].split(',').includes(grade))
        const [page, size] = [Number(input['page']), Number(input['size'])]
        const of = (one: DeskLine['grade']) => world.lines.filter(({ grade }) => grade === one).length
        return {
          data: {
            content: content.slice(page * size, (page + 1) * size),
            totalElements: content.length,
            alarms: content.reduce((sum, { alarmIds }) => sum + alarmIds.length, 0),
            grades: { black: of('black'), red: of('red'), yellow: of('yellow') },
          },
        }
      },
    ],
    [alarmDeskCalls.counts, () => ({ data: { black: 0, red: world.lines.length, yellow: 0, mine: 0 } })],
    [
      alarmDeskCalls.detail,
      ({ input }) => {
        const id = input['alarmId'] ?? ''
        const line = lines.find((one) => one.alarmIds.includes(id)) ?? world.lines.find((one) => one.alarmIds.includes(id))
        if (!line) return { code: 404, message: 'No such alarm' }
        const others = line.alarmIds.filter((one) => one !== id).map((one) => aDetail({ id: one }).alarm)
        const handled = world.handledElsewhere.has(id)
          ? { handledAt: '2026-11-23T00:10:00Z', handler: 'Li', handleResult: 'False alarm' }
          : {}
        return { data: aDetail({ ...line, id, ...handled }, { others, report, speed }) }
      },
    ],
    [
      speedCurveCalls.read,
      () => {
        const at = [Date.parse('2026-11-22T23:59:59Z'), Date.parse('2026-11-23T00:00:01Z')]
        return { data: { at, speedKmh: [50, 48], recorderKmh: [null, null], lat: [null, null], lng: [null, null] } }
      },
    ],
    [evidenceCalls.file, () => ({ code: 400, message: 'The file is damaged' })],
    [photoCalls.ofAlarm, ({ input }) => ({ data: input['alarmId'] === '2' ? [A_PHOTO] : [] })],
    [evidenceCalls.list, ({ input }) => ({ data: input['alarmId'] === '1' ? A_PICTURE : NO_PICTURES })],
    [
      alarmDeskCalls.people,
      () => ({
        data: [
          { id: 7, name: 'Chen' },
          { id: 8, name: 'Wu' },
        ],
      }),
    ],
    [alarmDeskCalls.shifts, () => ({ data: { content: world.shifts, totalElements: world.shifts.length } })],
    [
      alarmDeskCalls.accept,
      () => {
        world.shifts = []
        return { data: null }
      },
    ],
    [alarmDeskCalls.handOver, () => ({ data: { id: 1 } })],
    [alarmDeskCalls.withdraw, () => ({ data: null })],
    [alarmDeskCalls.assign, () => ({ data: { assigned: 1 } })],
    [
      alarmCalls.handle,
      ({ input }) => {
        const gone = new Set(input['alarmIds']?.split(','))
        world.lines = world.lines.filter(({ id }) => !gone.has(id))
        return { data: { handled: gone.size } }
      },
    ],
  )
  const searches: ScreenSearch[] = []
  const Screen = () => {
    const [asked, setAsked] = useState(search)
    return (
      <QueryClientProvider client={queryClient}>
        <ScreenAddressContext
          value={{
            path: 'monitor/alarm_desk',
            search: asked,
            ask: (next) => {
              searches.push(next)
              setAsked(next)
            },
          }}
        >
          <AlarmDesk />
        </ScreenAddressContext>
      </QueryClientProvider>
    )
  }
  await renderInRouter(() => <Screen />)
  return {
    world,
    searches,
    calls: (endpoint: { method: string; path: string }) => arrived.filter(({ call }) => call === `${endpoint.method} ${endpoint.path}`),
  }
}

const rows = () => [...document.querySelectorAll<HTMLElement>('.desk-row')]
const plates = () => rows().map((row) => row.querySelector('b')?.textContent)
const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
const openedPlate = () => document.querySelector('.desk-head h2 a')?.textContent

test('[D-03] a line says truck, alarm, what was seen, place, driver with phone, litres and change, age and who is responsible', async () => {
  await open([aLine(1, { alarmIds: ['1', '11', '12'], assignee: { id: 8, name: 'Wu Lei' } })])
  await waitFor(() => expect(rows()).toHaveLength(1))
  const said = rows()[0]?.textContent ?? ''
  for (const words of ['苏B00001', 'Abnormal unsealing', '+2', 'Manhole of compartment 2', '栖霞油库', '王建国', '14,762 L', '−62 L', 'WL'])
    expect(said).toContain(words)
  expect(rows()[0]?.querySelector('a')?.getAttribute('href')).toBe('tel:13800001234')
  expect(screen.getAllByRole('img', { name: 'Red' }).length).toBeGreaterThan(0)
})

test('[D-04] the first alarm is open beside the queue; handled by four keys it goes, and the next opens', async () => {
  const { calls, searches } = await open([aLine(1, { alarmIds: ['1', '11'] }), aLine(2)])
  await waitFor(() => expect(openedPlate()).toBe('苏B00001'))
  await screen.findByText('Also the 1 other alarms of this event')
  for (const name of ['h', '1', '9']) key(name)
  key('Enter')
  await waitFor(() => expect(openedPlate()).toBe('苏B00002'))
  expect(calls(alarmCalls.handle).map(({ input }) => input)).toEqual([
    { alarmIds: '1,11', handleResult: 'Real, dealt with', exceptionType: 'equipment', confirm: 'confirmed' },
  ])
  expect(plates()).toEqual(['苏B00002'])
  expect(searches.at(-1)).toEqual({ alarm: '2' })
  expect(screen.getByText('Handled 2 alarms: 苏B00001')).toBeTruthy()
})

test('[2.6-01] an opened alarm of active safety shows what the cameras sent, one without pictures nothing', async () => {
  const { calls } = await open([aLine(1), aLine(2)], {}, { report: 'active_safety/exception_report/alarm_adas_can' })
  const pictures = await screen.findByRole('region', { name: 'Pictures and clips' })
  expect(pictures.querySelector('figcaption')?.textContent).toContain('1 · JPG')
  const picture = within(pictures).getByRole('img')
  expect(picture.getAttribute('src')).toBe('/api/evidence/file?evidenceFileId=5')
  // The browser cannot say why it shows nothing, the server can.
  fireEvent.error(picture)
  expect(await within(pictures).findByText('The file is damaged')).toBeTruthy()
  expect(within(pictures).queryByText('Save')).toBeNull()
  fireEvent.click(rows()[1]!)
  await waitFor(() => expect(openedPlate()).toBe('苏B00002'))
  await waitFor(() => expect(calls(evidenceCalls.list).map(({ input }) => input['alarmId'])).toEqual(['1', '2']))
  expect(screen.queryByRole('region', { name: 'Pictures and clips' })).toBeNull()
})

test('an opened alarm shows what cameras photographed around it, and each large', async () => {
  await open([aLine(1), aLine(2)])
  await waitFor(() => expect(openedPlate()).toBe('苏B00001'))
  expect(screen.queryByRole('region', { name: 'Photos around it' })).toBeNull()
  fireEvent.click(rows()[1]!)
  const photos = await screen.findByRole('region', { name: 'Photos around it' })
  expect(photos.textContent).toContain('Manhole · Cover or door opened')
  fireEvent.click(within(photos).getByRole('button'))
  expect(document.querySelector('.photo-large img')?.getAttribute('src')).toBe('/api/photos/file?photoId=7')
})

test('[2.5-02] an opened alarm about a speed shows speeds beside what was allowed instead of levels', async () => {
  const speed = {
    from: '2026-11-22T23:59:00Z',
    to: '2026-11-23T00:02:00Z',
    limit: { label: 'Safe speed', kmh: 45 },
    radiusM: 80,
  }
  const { calls } = await open([aLine(1)], {}, { speed })
  const spoken = await screen.findByRole('table', { name: /Speeds, one minute before and after/ })
  expect(spoken.textContent).toContain('Safe speed')
  expect(spoken.textContent).toContain('GPS speed')
  expect(calls(speedCurveCalls.read).map(({ input }) => [input['from'], input['to']])).toEqual([[speed.from, speed.to]])
  expect(calls(levelCurveCalls.read)).toEqual([])
})

test('an opened alarm of another kind asks for no pictures', async () => {
  const { calls } = await open([aLine(1)], {}, { report: 'cargo_monitor/exception_report/alarm_switch_cover' })
  await waitFor(() => expect(openedPlate()).toBe('苏B00001'))
  await screen.findByText('Litres missing')
  expect(calls(evidenceCalls.list)).toEqual([])
})

test('[5.4-09] without a result or an exception type nothing is sent, and the form says what is missing', async () => {
  const { calls } = await open([aLine(1)])
  fireEvent.click(await screen.findByRole('button', { name: 'Submit' }))
  expect(screen.getByText('Please choose a result and an exception type')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'False alarm' }))
  expect((screen.getByLabelText('Not an exception') as HTMLInputElement).checked).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
  expect(calls(alarmCalls.handle)).toEqual([])
})

test('own words and a remark are sent as they were typed; letters in a field are no commands', async () => {
  const { calls } = await open([aLine(1), aLine(2)])
  const words = await screen.findByLabelText('Result or your own words')
  words.focus()
  for (const name of ['n', 'x', 'a', '1']) key(name)
  expect([openedPlate(), calls(alarmDeskCalls.assign).length]).toEqual(['苏B00001', 0])
  fireEvent.change(words, { target: { value: ' called the driver ' } })
  fireEvent.change(screen.getByLabelText('Remark'), { target: { value: 'twice' } })
  fireEvent.click(screen.getByRole('radio', { name: 'Human cause' }))
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() =>
    expect(calls(alarmCalls.handle)[0]?.input).toEqual({
      alarmIds: '1',
      handleResult: 'called the driver',
      exceptionType: 'human',
      confirm: 'confirmed',
      remark: 'twice',
    }),
  )
})

test('a half-written handling stays with its alarm, marks its line, and is gone once it was submitted', async () => {
  const { calls } = await open([aLine(1), aLine(2)])
  fireEvent.change(await screen.findByLabelText('Remark'), { target: { value: 'half typed' } })
  fireEvent.click(screen.getByRole('radio', { name: 'False alarm' }))
  key('n')
  await waitFor(() => expect(openedPlate()).toBe('苏B00002'))
  expect((screen.getByLabelText('Remark') as HTMLInputElement).value).toBe('')
  expect(rows().map((row) => row.querySelector('.desk-draft')?.textContent)).toEqual(['Draft', undefined])
  fireEvent.click(rows()[0] as Element)
  await waitFor(() => expect((screen.getByLabelText('Remark') as HTMLInputElement).value).toBe('half typed'))
  expect((screen.getByRole('radio', { name: 'False alarm' }) as HTMLInputElement).checked).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: 'Human cause' }))
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(calls(alarmCalls.handle)).toHaveLength(1))
  await waitFor(() => expect(document.querySelector('.desk-draft')).toBeNull())
})

test('a long result is cut and can be shown whole; an alarm of one moment lasted none', async () => {
  const handleResult = 'x'.repeat(400)
  await open([aLine(1, { handledAt: '2026-11-23T08:00:00Z', handler: 'Li', handleResult, endedAt: '2026-11-23T00:00:00Z' })], {
    state: 'handled',
  })
  const more = await screen.findByRole('button', { name: 'Show all' })
  expect(document.querySelector<HTMLElement>('.desk-clamped')?.dataset['open']).toBe('false')
  fireEvent.click(more)
  expect(document.querySelector<HTMLElement>('.desk-clamped')?.dataset['open']).toBe('true')
  expect(screen.getByText('momentary')).toBeTruthy()
})

test('[delight 1] j moves, x ticks, Shift-click ticks a range, and what is ticked is handled or assigned at once', async () => {
  const { calls } = await open([aLine(1), aLine(2, { alarmIds: ['2', '21'] }), aLine(3), aLine(4)])
  await waitFor(() => expect(openedPlate()).toBe('苏B00001'))
  key('x')
  key('j')
  key('x')
  expect(await screen.findByText('2 lines selected, 3 alarms')).toBeTruthy()
  key('a')
  await waitFor(() => expect(calls(alarmDeskCalls.assign)[0]?.input).toEqual({ alarmIds: '1,2,21', userId: '7' }))
  fireEvent.click(rows()[3] as Element, { shiftKey: true })
  expect(await screen.findByText('4 lines selected, 5 alarms')).toBeTruthy()
  key('Escape')
  await waitFor(() => expect(openedPlate()).toBe('苏B00001'))
  key('k')
  key('a')
  await waitFor(() => expect(calls(alarmDeskCalls.assign)[1]?.input).toEqual({ alarmIds: '1', userId: '7' }))
})

test('every key is about the line that j has reached: a gives it to oneself, h and a digit open it first', async () => {
  const { calls } = await open([aLine(1), aLine(2, { alarmIds: ['2', '21'] }), aLine(3)])
  await waitFor(() => expect(openedPlate()).toBe('苏B00001'))
  key('j')
  key('a')
  await waitFor(() => expect(calls(alarmDeskCalls.assign)[0]?.input).toEqual({ alarmIds: '2,21', userId: '7' }))
  expect(openedPlate()).toBe('苏B00001')
  key('h')
  await waitFor(() => expect(openedPlate()).toBe('苏B00002'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('form', { name: 'Handle' })))
  key('Escape')
  key('j')
  key('1')
  await waitFor(() => expect(openedPlate()).toBe('苏B00003'))
  await waitFor(() =>
    expect((screen.getByRole('form', { name: 'Handle' }).querySelectorAll('input')[0] as HTMLInputElement).checked).toBe(true),
  )
})

test('digits choose without h, and Enter submits', async () => {
  const { calls } = await open([aLine(1), aLine(2)])
  await waitFor(() => expect(openedPlate()).toBe('苏B00001'))
  await screen.findByRole('form', { name: 'Handle' })
  for (const name of ['1', '9', 'Enter']) key(name)
  await waitFor(() => expect(calls(alarmCalls.handle)).toHaveLength(1))
  await waitFor(() => expect(openedPlate()).toBe('苏B00002'))
})

test('Enter opens the line that j reached, n the next one', async () => {
  await open([aLine(1), aLine(2), aLine(3)])
  await waitFor(() => expect(openedPlate()).toBe('苏B00001'))
  key('j')
  expect(openedPlate()).toBe('苏B00001')
  key('Enter')
  await waitFor(() => expect(openedPlate()).toBe('苏B00002'))
  key('n')
  await waitFor(() => expect(openedPlate()).toBe('苏B00003'))
})

test('[D-03] a new alarm of the feed comes into the queue without a press; the open alarm and what was typed for it stay', async () => {
  const { world } = await open([aLine(1), aLine(2)])
  fireEvent.change(await screen.findByLabelText('Remark'), { target: { value: 'half typed' } })
  world.lines = [aLine(9, { grade: 'black' }), ...world.lines]
  act(() => useFeed.setState({ alarms: { ...NO_ALARMS } }))
  await waitFor(() => expect(plates()).toEqual(['苏B00009', '苏B00001', '苏B00002']))
  expect(openedPlate()).toBe('苏B00001')
  expect((screen.getByLabelText('Remark') as HTMLInputElement).value).toBe('half typed')
})

test('an alarm that another user handles while it is open says who and when, and offers no handling', async () => {
  const { world } = await open([aLine(1), aLine(2)])
  await screen.findByRole('button', { name: 'Submit' })
  world.handledElsewhere.add('1')
  world.lines = world.lines.slice(1)
  act(() => useFeed.setState({ alarms: { ...NO_ALARMS } }))
  expect(await screen.findByText(/^Handled by Li at /)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull()
  expect(openedPlate()).toBe('苏B00001')
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(openedPlate()).toBe('苏B00002'))
})

test('a press on a grade filters by it, and a filter that finds nothing can be taken away', async () => {
  const { searches } = await open([aLine(1)])
  await waitFor(() => expect(rows()).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: 'Black 0' }))
  expect(searches.at(-1)).toEqual({ grade: 'black' })
  fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
})

test('[D-03] a queue of several pages is read to its end, also when another read came between, and up to a bound that it names', async () => {
  const { calls } = await open(Array.from({ length: 1_203 }, (_, index) => aLine(index + 1)))
  await screen.findByText('1,203 events to handle, 1,203 alarms')
  const queue = screen.getByRole('grid')
  const rowPx = Number.parseFloat(queue.querySelector<HTMLElement>('[data-rows]')?.style.height ?? '') / 100
  Object.defineProperty(queue, 'clientHeight', { value: 460 })
  const scrollTo = (top: number) => {
    queue.scrollTop = top
    fireEvent.scroll(queue)
  }
  // An alarm arrives: the queue is read again, and the next page that was on its way is dropped.
  scrollTo(100 * rowPx - 460)
  act(() => void invalidate(alarmDeskCalls.list))
  await waitFor(() => expect(queue.getAttribute('aria-rowcount')).toBe('200'))
  expect(document.querySelector('.desk-new')).toBeNull()
  for (let pages = 3; pages <= 10; pages += 1) {
    scrollTo((pages - 1) * 100 * rowPx - 460)
    await waitFor(() => expect(queue.getAttribute('aria-rowcount')).toBe(String(pages * 100)))
  }
  // Lines of later pages are not new.
  expect(document.querySelector('.desk-new')).toBeNull()
  expect(screen.getByText(/only the first 1,000 are listed: narrow them by grade/)).toBeTruthy()
  expect(calls(alarmDeskCalls.list).some(({ input }) => input['page'] === '10')).toBe(false)
})

test('[D-03] what was handled says when, by whom and with which result; its lines cannot be chosen', async () => {
  await open([aLine(1, { handledAt: '2026-11-23T08:00:00Z', handler: 'Li', handleResult: 'False alarm' })], { state: 'handled' })
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(rows()[0]?.querySelector('.desk-summary')?.textContent).toMatch(/^Li, .*: False alarm$/)
  expect(rows()[0]?.querySelector('time')?.getAttribute('dateTime')).toBe('2026-11-23T08:00:00Z')
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.getByText('1 handled in the last 90 days')).toBeTruthy()
})

test('[D-37] an empty queue says what the screen is for and how a line comes to be', async () => {
  await open([])
  expect(await screen.findByText('No alarms to handle')).toBeTruthy()
  expect(screen.getByText(/^An alarm of a truck appears here/)).toBeTruthy()
})

test('who may not handle alarms reads them, and has no form, no handover and no shift to accept', async () => {
  const { calls } = await open([aLine(1)], {}, { permissions: [], shifts: [aHandover(3)] })
  await waitFor(() => expect(openedPlate()).toBe('苏B00001'))
  await screen.findByText('Why this is an alarm')
  for (const name of ['Submit', 'Hand over shift', 'Accept']) expect(screen.queryByRole('button', { name }), name).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
  key('x')
  expect(screen.queryByText(/selected/)).toBeNull()
  key('a')
  expect(calls(alarmDeskCalls.assign)).toEqual([])
})

test('the age counts from the beginning of the alarm, by which the queue is sorted; one that became known late says so', async () => {
  await open([aLine(1, { startedAt: '2026-11-23T00:00:00Z', insertedAt: '2026-11-23T02:00:00Z' }), aLine(2)])
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(rows().map((row) => row.querySelector('time')?.getAttribute('dateTime'))).toEqual(['2026-11-23T00:00:00Z', '2026-11-23T00:00:00Z'])
  expect(rows().map((row) => row.querySelector('.desk-late')?.textContent)).toEqual(['2 h late', undefined])
})

test('[delight 12] a shift that waits is accepted on the line above the queue', async () => {
  const { calls } = await open([aLine(1)], {}, { shifts: [aHandover(3)] })
  expect(await screen.findByText(/^李敏 handed over at /)).toBeTruthy()
  expect(screen.getByText('0 black · 2 red · 1 yellow')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(screen.queryByText(/handed over at/)).toBeNull())
  expect(calls(alarmDeskCalls.accept).map(({ input }) => input)).toEqual([{ id: '3' }])
})

test('[delight 12] a shift is handed over with a note to a successor; without a note nothing is sent', async () => {
  const { calls } = await open([aLine(1)])
  fireEvent.click(await screen.findByRole('button', { name: 'Hand over shift' }))
  const confirm = () => fireEvent.click(screen.getAllByRole('button', { name: 'Hand over shift' }).at(-1) as Element)
  confirm()
  expect(screen.getByText('Please write a note')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Truck 1 waits for repair' } })
  // What was written outlives the dialog.
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  fireEvent.click(screen.getByRole('button', { name: 'Hand over shift' }))
  expect((screen.getByLabelText('Note') as HTMLTextAreaElement).value).toBe('Truck 1 waits for repair')
  await waitFor(() => expect(screen.getAllByRole('option', { name: 'Wu' }).length).toBeGreaterThan(1))
  fireEvent.change(screen.getByLabelText('Successor'), { target: { value: '8' } })
  confirm()
  expect(screen.getByText(/^To Wu\./)).toBeTruthy()
  expect(calls(alarmDeskCalls.handOver)).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Hand over now' }))
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull())
  expect(calls(alarmDeskCalls.handOver).map(({ input }) => input)).toEqual([{ note: 'Truck 1 waits for repair', userId: '8' }])
  fireEvent.click(screen.getByRole('button', { name: 'Hand over shift' }))
  expect((screen.getByLabelText('Note') as HTMLTextAreaElement).value).toBe('')
})

test('the handovers of the last days can be read with their notes; an own one is withdrawn until it is accepted', async () => {
  const note = 'Truck 1 waits for repair. '.repeat(20).trim()
  const { calls } = await open(
    [aLine(1)],
    {},
    {
      shifts: [
        aHandover(3, { canAccept: false, canWithdraw: true, note }),
        aHandover(2, { canAccept: false, acceptedAt: '2026-11-22T00:10:00Z', acceptedBy: { id: 8, name: 'Wu' } }),
      ],
    },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Handovers' }))
  expect(await screen.findByText(note)).toBeTruthy()
  expect(screen.getByText(/accepted by Wu at/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(calls(alarmDeskCalls.withdraw).map(({ input }) => input)).toEqual([{ id: '3' }]))
})

test('the note of a shift that waits can be read whole on its line', async () => {
  const note = 'Truck 1 waits for repair. '.repeat(20).trim()
  await open([aLine(1)], {}, { shifts: [aHandover(3, { note })] })
  expect(await screen.findByText(note)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(screen.getByRole('button', { name: 'Show less' })).toBeTruthy()
})
