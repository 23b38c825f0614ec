import { MANHOLE } from '@tanker/domain/devices/probe-type'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectTruck } from './scripted-truck.ts'
import { type APlatform, aPlatform } from './wire/a-platform.ts'

let platform: APlatform
beforeEach(async () => {
  platform = await aPlatform()
})
afterEach(() => platform.close())

const aTruck = (version: 2013 | 2019) =>
  connectTruck({
    host: '127.0.0.1',
    port: platform.port,
    phone: '14408009999',
    version,
    terminalId: 'TK89999',
    plate: '苏B99999',
    answerWithinMs: 500,
  })

test.each([2013, 2019] as const)('registers, authenticates, sends, opens a cover and re-uploads (%i)', async (version) => {
  const truck = await aTruck(version)
  expect(await truck.register()).toBe('code-14408009999')
  expect(await truck.authenticate()).toMatchObject({ result: 0 })
  expect(await truck.send({ lat: 31.5, lng: 120.3, speedKmh: 60 })).toMatchObject({ result: 0 })
  await truck.openCover({ compartment: 1, type: MANHOLE, lat: 31.5, lng: 120.3 })
  await truck.closeCover({ compartment: 1, type: MANHOLE, lat: 31.5, lng: 120.3 })
  const covers = platform.received.flatMap(({ message }) => (message.kind === 'location-report' ? message.location.tanker.probes : []))
  expect(covers.map(({ open, sealCount }) => [open, sealCount])).toEqual([
    [true, 1],
    [false, 1],
  ])
  expect(await truck.batch([{ lat: 31.5, lng: 120.3, at: Date.now() - 3_600_000 }])).toMatchObject({ result: 0 })
  expect(await truck.heartbeat()).toMatchObject({ result: 0 })
  await truck.close()
})

test('orders are received in order, and the stream ends with the connection', async () => {
  const truck = await aTruck(2013)
  await truck.register()
  await truck.authenticate()
  platform.order({ kind: 'location-query' })
  platform.order({ kind: 'query-attributes' })
  expect((await truck.next('query-attributes')).kind).toBe('query-attributes')
  platform.cutAll()
  await truck.closed
  const rest: string[] = []
  for await (const { kind } of truck.received) rest.push(kind)
  expect(rest).toEqual(['location-query'])
})

test('an answer that does not come is an error after the time allowed', async () => {
  const truck = await aTruck(2019)
  await truck.register()
  await truck.authenticate()
  platform.silent = true
  await expect(truck.send({ lat: 31.5, lng: 120.3 })).rejects.toThrow('no answer to 0x0200')
  await truck.close()
})

test('raw bytes reach the platform as they are', async () => {
  const truck = await aTruck(2019)
  truck.raw(Uint8Array.of(0x7e, 1, 2, 3, 0x7e))
  await truck.register()
  expect(platform.received).toHaveLength(1)
  await truck.close()
})
