import { decode } from 'jpeg-js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drawTankView } from '../camera/tank-view.ts'
import { createRandom } from '../random.ts'
import { locationOf } from '../scripted-truck.ts'
import { type APlatform, aPlatform } from './a-platform.ts'
import { photoEvents } from './photo-roll.ts'
import { createTerminal, type Terminal } from './terminal.ts'

const at = { plate: '苏B12345', time: '261127080000', speedKmh: 0 } as const
/** It fits into one frame. */
const PICTURE = Uint8Array.of(0xff, 0xd8, ...Array.from({ length: 500 }, (_, index) => index % 251), 0xff, 0xd9)

let platform: APlatform
let terminal: Terminal
beforeEach(async () => {
  platform = await aPlatform()
  terminal = createTerminal({
    host: '127.0.0.1',
    port: platform.port,
    phone: '14408001001',
    version: 2019,
    terminalId: 'TK81001',
    plate: '苏B12345',
    plateColour: 2,
    random: createRandom(1),
    authCode: null,
    photograph: (channel) => (channel === 4 ? PICTURE : null),
  })
  terminal.report(locationOf({ lat: 31.5, lng: 120.3 }))
  await platform.until(({ kind }) => kind === 'location-report')
})
afterEach(async () => {
  terminal.close()
  await platform.close()
})

const ORDER = {
  kind: 'take-picture',
  command: 1,
  intervalS: 0,
  save: 0,
  resolution: 3,
  quality: 5,
  brightness: 127,
  contrast: 64,
  saturation: 64,
  chroma: 127,
} as const

test('a photo that is ordered is announced and sent whole, with where it was taken; a channel without a camera has none', async () => {
  platform.order({ ...ORDER, channel: 4 })
  const answer = await platform.until(({ kind }) => kind === 'picture-answer')
  expect(answer).toMatchObject({ result: 0 })
  const photo = await platform.until(({ kind }) => kind === 'media-data')
  if (photo.kind !== 'media-data' || answer.kind !== 'picture-answer') throw new Error('no photo')
  expect(photo).toMatchObject({ mediaId: answer.mediaIds?.[0], channel: 4, event: photoEvents.order, location: { lat: 31.5, lng: 120.3 } })
  expect(Buffer.from(photo.data).equals(PICTURE)).toBe(true)
  platform.order({ ...ORDER, channel: 1 })
  const none = await platform.until((message) => message.kind === 'picture-answer' && message.result !== 0)
  expect(none).toMatchObject({ result: 2 })
})

test('a photo is sent again after a lost connection, until the platform says that it has it', async () => {
  const photos = () => platform.received.filter(({ message }) => message.kind === 'media-data')
  terminal.photograph(4, photoEvents.doorOpened)
  const message = await platform.until(({ kind }) => kind === 'media-data')
  if (message.kind !== 'media-data') throw new Error('no photo')
  platform.cutAll()
  while (photos().length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
  platform.order({ kind: 'media-received', mediaId: message.mediaId })
  terminal.report(locationOf({ lat: 31.55, lng: 120.3 }))
  await platform.until((one) => one.kind === 'location-report' && one.location.lat === 31.55)
  platform.cutAll()
  const signedIn = () => platform.received.filter(({ message: one }) => one.kind === 'authentication').length
  const before = signedIn()
  while (signedIn() === before) await new Promise((resolve) => setTimeout(resolve, 5))
  terminal.report(locationOf({ lat: 31.6, lng: 120.3 }))
  await platform.until((one) => one.kind === 'location-report' && one.location.lat === 31.6)
  expect(photos()).toHaveLength(2)
})

test.each(['manhole', 'api', 'subsea', 'cab'] as const)('the view of the %s camera is a picture, another one when it is open', (camera) => {
  const [shut, open] = [false, true].map((isOpen) => drawTankView({ ...at, camera, isOpen }))
  expect(decode(shut!)).toMatchObject({ width: 480, height: 270 })
  expect(shut!.equals(open!)).toBe(camera === 'cab')
})
