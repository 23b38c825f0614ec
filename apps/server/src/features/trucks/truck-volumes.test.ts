import type { EntityRow } from '@tanker/contract/base-data/calls'
import type { FleetSnapshot } from '@tanker/contract/trucks'
import { TruckContexts } from '@tanker/database/truck-contexts'
import type { CompartmentReading } from '@tanker/domain/reading'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Gateway } from '../../gateway/gateway.ts'
import { startTestGateway } from '../../gateway/test-gateway.ts'
import { TestDevice, terminalIdOf } from '../../gateway/test-device.ts'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

let server: TestApi
let gateway: Gateway
let anna: SignedIn
let device: TestDevice

beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  gateway = await startTestGateway(server.database, { bus: server.bus, now: () => server.now.getTime() })
  anna = await server.signIn('anna')
}, 30_000)
afterAll(async () => {
  device.close()
  await gateway.close()
  await server.close()
})

let number = 0
const rod = { xMm: 300, yMm: 0 }
const gauge = { rod, zeroMm: 0, lowLevelMm: 0, lowLevelCompMm: 0, offsets: [], floatKgM2: 0, floatCalibrationKgM3: 840, waterBlindMm: 0 }
const compartment = {
  compartment: 1,
  capacityL: 5000,
  oilCode: 92,
  oilName: '92#汽油',
  expansionRate: 0.0012,
  inflationRate: 0.05,
  blindLevelMm: 40,
}
const formOf = (more: Record<string, string | number> = {}) => {
  number += 1
  const phone = String(13_900_700_000 + number)
  return {
    plate: `苏V${String(number).padStart(5, '0')}`,
    consoleCode: `27${String(number).padStart(8, '0')}`,
    terminalPhone: phone,
    terminalId: terminalIdOf(phone),
    organisationId: server.organisationId('A'),
    model: 'oil-tanker',
    frameNumber: 'LRD5CLSD4RA209001',
    country: '中国',
    capacityL: 5_000,
    compartments: JSON.stringify([{ ...compartment, gauge }]),
    channelCount: 4,
    cameraApi: 3,
    ...more,
  }
}
const created = async (more: Record<string, string | number> = {}): Promise<EntityRow> => {
  const answer = await anna.send<EntityRow>('POST', '/baseData/truck', formOf(more))
  expect(answer.message).toBe('')
  return answer.data
}
const contextOf = async ({ id }: EntityRow) => (await new TruckContexts(server.database.pool).load([id])).get(id)
const addTable = async (truck: EntityRow, serial: string, litresPerMm: number, effectiveAt: string): Promise<void> => {
  const answer = await anna.send('POST', '/baseData/tank_table', {
    truckId: truck.id,
    compartment: 1,
    serial,
    tankHeightMm: 1000,
    capacityL: 1000 * litresPerMm,
    pipeCapacityL: 0,
    effectiveAt,
    maxTries: 3,
    restart: 'no',
    clearFiles: 'no',
    rows: `# ${serial}.txt\n0,0\n1000,${1000 * litresPerMm}`,
  })
  expect(answer.message).toBe('')
}

test('[truth 5] the console’s volumes are used unless the form says otherwise; a change has a date and is in the history', async () => {
  const row = await created()
  expect(row.values['volumeSource']).toBe('console')
  expect(await contextOf(row)).toMatchObject({ volumeSource: 'console', compartments: [{ compartment: 1, gauge }] })
  expect(await contextOf(row)).not.toHaveProperty('formerVolumeSources')
  const values = Object.fromEntries(Object.entries(row.values).filter(([, value]) => value !== null && value !== ''))
  const answer = await anna.send<EntityRow>('PUT', '/baseData/truck', {
    ...values,
    id: row.id,
    version: row.version,
    volumeSource: 'platform',
  })
  expect(answer.message).toBe('')
  const context = await contextOf(row)
  expect(context?.volumeSource).toBe('platform')
  expect(context?.formerVolumeSources).toMatchObject([{ source: 'console' }])
  expect(Math.abs((context?.formerVolumeSources?.[0]?.untilAt ?? 0) - Date.now())).toBeLessThan(600_000)
  const { data } = await anna.get<{ changes: { label: string; before: string; after: string }[] }[]>('/baseData/truck/history', {
    id: row.id,
  })
  expect(data[0]?.changes).toEqual([{ field: 'volumeSource', label: '容积计算方式', before: '主机计算', after: '平台计算' }])
})

test('[truth 5] an impossible gauge is refused by name', async () => {
  const wrong = formOf({ compartments: JSON.stringify([{ ...compartment, gauge: { ...gauge, rod: { xMm: 9_000, yMm: 0 } } }]) })
  const { data } = await anna.send<{ fields?: Record<string, { en: string }> }>('POST', '/baseData/truck', wrong)
  expect(data.fields?.['compartments']?.en).toContain('gauge: "Forward of middle (mm)" must be a number from -5000 to 5000')
})

test('[truth 5] tables of a console apply once it has them, those of the platform from their effective day on', async () => {
  const byConsole = await created()
  await addTable(byConsole, 'A1', 5, '2026-01-01T00:00:00Z')
  expect((await contextOf(byConsole))?.compartments[0]).not.toHaveProperty('tables')
  await server.database.pool.query(`UPDATE tank_table SET synced_at = '2026-02-01T00:00:00Z' WHERE truck_id = $1`, [byConsole.id])
  expect((await contextOf(byConsole))?.compartments[0]?.tables).toMatchObject([
    { serial: 'A1', fromAt: Date.UTC(2026, 1, 1), table: { levelsMm: [0, 1000], volumesL: [0, 5000] } },
  ])
  const byPlatform = await created({ volumeSource: 'platform' })
  await addTable(byPlatform, 'B1', 5, '2026-01-01T00:00:00Z')
  await addTable(byPlatform, 'B2', 5.05, '2026-03-01T00:00:00Z')
  const tables = (await contextOf(byPlatform))?.compartments[0]?.tables ?? []
  expect(tables.map(({ serial, fromAt }) => [serial, new Date(fromAt).toISOString()])).toEqual([
    ['B1', '2026-01-01T00:00:00.000Z'],
    ['B2', '2026-03-01T00:00:00.000Z'],
  ])
  expect(new Set(tables.map(({ key }) => key)).size).toBe(2)
})

test('[truth 5] a connected truck is computed with a table as soon as it is saved; the values it sent are stored unchanged', async () => {
  const row = await created({ volumeSource: 'platform' })
  const phone = String(row.values['terminalPhone'])
  device = await TestDevice.connect(gateway.port)
  const { code } = await device.register(phone)
  expect(await device.authenticate(phone, code)).toBe(0)
  let second = 0
  const sent: CompartmentReading = {
    compartment: 1,
    dataType: 'TT',
    oilCode: 92,
    rawLevelMm: 489.5,
    levelMm: 480,
    waterMm: 0,
    volumeL: 2000,
    v20L: 1980,
    temperatureC: 28,
    densityKgM3: 740,
    fault: 0,
  }
  const seen = async (): Promise<number | undefined> => {
    second += 1
    const at = Math.floor(server.now.getTime() / 1000) * 1000 - 60_000 + second * 1000
    // The nose is 2 degrees up: a rod 300 mm before the middle reads 10.5 mm low.
    const tanker = { compartments: [sent], probes: [], events: [], meters: [], tilt: { axialDeg: 2, lateralDeg: 0 } }
    expect(await device.position(phone, { at, tanker })).toBe(0)
    const { data } = await anna.get<FleetSnapshot>('/trucks/live')
    return data.volumeL[data.truckId.indexOf(row.id)]
  }
  await expect.poll(seen).toBe(2000)
  await addTable(row, 'C1', 5, '2026-01-01T00:00:00Z')
  // (489.5 + 10.476) mm · 5 L/mm
  await expect.poll(seen).toBe(2499.9)
  const { rows } = await server.database.pool.query(
    'SELECT raw_level_mm, sent_level_mm, sent_volume_l, volume_l FROM compartment_reading WHERE truck_id = $1 ORDER BY at DESC LIMIT 1',
    [row.id],
  )
  expect(rows).toEqual([{ raw_level_mm: 489.5, sent_level_mm: 480, sent_volume_l: 2000, volume_l: 2499.9 }])
})
