import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HEADER } from '@tanker/contract/envelope'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { streetMapOf } from '../../platform/street-map/street-map-setting.ts'
import { writeTileFile } from '@tanker/tile-files/test-tile-file'

const file = join(mkdtempSync(join(tmpdir(), 'tiles-')), 'streets.pmtiles')
const about = { vector_layers: [{ id: 'roads' }] }
const nanjing = { zoom: 10, x: 849, y: 415 }

let server: TestApi
let without: TestApi
beforeAll(async () => {
  writeTileFile(file, { tiles: [{ ...nanjing, bytes: Buffer.from('streets of Nanjing') }], metadata: about })
  ;[server, without] = await Promise.all([startTestApi({ streetMap: streetMapOf({ MAP_TILES: file }) }), startTestApi()])
})
afterAll(() => Promise.all([server.close(), without.close()]))

const headersOf = ({ cookie, headerId }: SignedIn) => ({ cookie, [HEADER.session]: headerId })
const tile = async (one: TestApi, headers: Record<string, string>, query: string): Promise<Response> =>
  fetch(`${one.url}/api/map/streets/tile?${query}`, { headers })

test('a signed-in user gets what the map needs, and tiles that the browser may keep for a day', async () => {
  const anna = await server.signIn('anna')
  expect((await anna.get('/map/streets')).data).toEqual({
    tiles: null,
    schema: 'protomaps',
    system: 'wgs84',
    minZoom: 10,
    maxZoom: 10,
    bounds: [118, 31, 121, 33],
    credit: '',
  })
  const answer = await tile(server, headersOf(anna), 'zoom=10&x=849&y=415')
  expect(await answer.text()).toBe('streets of Nanjing')
  expect(answer.headers.get('cache-control')).toBe('private, max-age=86400')
})

test('a tile that the file lacks is empty, also beyond the edge of the world', async () => {
  const headers = headersOf(await server.signIn('anna'))
  for (const query of ['zoom=10&x=1&y=1', 'zoom=10&x=5000&y=1', 'zoom=3&x=1&y=1']) {
    const answer = await tile(server, headers, query)
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 0])
  }
})

test('a file that is replaced while the server runs is read from then on', async () => {
  const headers = headersOf(await server.signIn('anna'))
  await tile(server, headers, 'zoom=10&x=849&y=415')
  writeTileFile(file, { tiles: [{ ...nanjing, bytes: Buffer.from('the same streets, newer and longer') }], metadata: about })
  expect(await (await tile(server, headers, 'zoom=10&x=849&y=415')).text()).toBe('the same streets, newer and longer')
})

test('without a session, and for numbers that are no tile, a tile is refused; without a setting there is no street map', async () => {
  const headers = headersOf(await server.signIn('anna'))
  const refusal = async (given: Record<string, string>, query: string) =>
    ((await (await tile(server, given, query)).json()) as { resultCode: number }).resultCode
  expect(await refusal({}, 'zoom=10&x=849&y=415')).toBe(504)
  for (const query of ['zoom=23&x=1&y=1', 'zoom=-1&x=1&y=1', 'zoom=10&x=1.5&y=1', 'zoom=10&x=1'])
    expect(await refusal(headers, query), query).toBe(400)
  expect((await (await without.signIn('anna')).get('/map/streets')).data).toBe(null)
})
