import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedPhoneCalls } from '../features/phone-calls/test-phone-calls.ts'
import { seedRepairOrders } from '../features/repair-orders/test-repair-orders.ts'
import { seedTerminalParameters } from '../features/terminal-parameters/test-terminal-parameters.ts'
import { seedParameterChanges } from '../features/parameter-changes/test-parameter-changes.ts'
import { seedTruckTexts } from '../features/truck-texts/test-truck-texts.ts'
import { seedParameterTemplates } from '../features/parameter-templates/test-parameter-templates.ts'
import { seedCameras } from '../features/parameter-files/test-cameras.ts'
import { seedProductLists } from '../features/parameter-files/test-product-lists.ts'
import { seedRemoteControl } from '../features/remote-control/test-remote-control.ts'
import { seedTruckPasswords } from '../features/truck-passwords/test-truck-passwords.ts'
import { seedParameterFiles } from '../features/parameter-files/test-parameter-files.ts'
import { seedPhotos } from '../features/photos/test-photos.ts'
import { seedEvidence } from '../features/evidence/test-evidence.ts'
import type pg from 'pg'
import { readValues } from '@tanker/contract/base-data/define-entity'
import { installRoles } from '../world/install-accounts.ts'
import { applyChanges } from '../base-data/apply-changes.ts'
import { entityStages } from '../base-data/entity-stages.ts'
import { ENTITY_TABLES } from '../app.ts'
import type { HttpSettings } from '../platform/http/http-settings.ts'
import { addTestUsers, startTestApi, aTruck, type TestApi } from '../platform/http/test-api.ts'
import { importWorld } from '../world/import-world.ts'
import { operatorOf } from '../world/operator.ts'
import { makeIntegrationKey } from '../platform/access/integration-keys.ts'
import { keepRows, type KindOfRows } from '../features/integration/keep-rows.ts'
import { KINDS_OF_ROWS } from '../features/integration/kinds-of-rows.ts'
import { seedDeliveries } from '../features/loss/test-delivery.ts'
import { seedMailedReports } from '../features/mailed-reports/test-mailed-reports.ts'
import { seedViews } from '../features/named-views/test-views.ts'
import { seedFacts } from '../reports/test-facts.ts'
import { seedNotices } from '../features/alarm-robots/test-notices.ts'
import { seedMessages } from '../features/sms/test-messages.ts'
import { seedCommands } from '../device-commands/test-commands.ts'
import { seedDeviceTests } from '../features/device-tests/test-device-tests.ts'
import { seedRollOuts } from '../features/roll-outs/test-roll-outs.ts'
import { seedUpgradeFiles } from '../features/upgrade-files/test-upgrade-files.ts'
import { seedFirmware } from '../features/firmware/test-firmware.ts'
import { seedShifts } from '../features/alarm-desk/test-shifts.ts'
import { seedLearned } from '../features/gauge-learning/test-learned.ts'

/** Foreign ids start here, so that they are recognised in an answer. */
export const FOREIGN_IDS_FROM = 7_100_001
const ALARM_IDS_FROM = 8_100_000_001

/** Tables, besides those of base data, whose rows are numbered from `FOREIGN_IDS_FROM` once the small world stands, each in a thousand of its own. */
const NUMBERED = [
  'organisation',
  'truck',
  'driver',
  'place',
  'fence',
  'fence_approval',
  'role',
  'app_user',
  'session',
  'integration_key',
  'slip',
  'meter_ticket',
  'station_gauge',
  'quick_visit',
  'named_view',
  'mailed_report',
  'user_alarm',
  'sms_message',
  'sms_top_up',
  'device_command',
  'firmware_file',
  'upgrade_file',
  'device_test',
  'gauge_learning',
  'evidence_file',
  'repair_order',
  'phone_call',
]

/** One of the group's own, one of each other tenant, and two that carry water. */
const TRUCKS = [
  aTruck({ plate: '苏G70001', companyCode: 'G', number: 4 }),
  aTruck({ plate: '苏B70002', companyCode: 'B', number: 5 }),
  aTruck({ plate: '浙X70003', companyCode: 'X', number: 6 }),
  { ...aTruck({ plate: '苏A70004', companyCode: 'A', number: 7 }), model: 'sprinkler' },
  { ...aTruck({ plate: '浙X70005', companyCode: 'X', number: 8 }), model: 'sprinkler' },
]

/** The world of the tenant isolation tests: the server, and an integration key of each organisation by its code. */
export type Tenants = { readonly server: TestApi; readonly keys: ReadonlyMap<string, string> }

/**
 * The small world of the web console (two carriers A and B below the group G, a customer A1 below A) with facts, readings and
 * deliveries of every kind, and beside it another tenant X, a truck of the group's own and a second one of B, whose rows carry
 * numbers and names that occur nowhere else.
 */
export async function startTenants(settings: Partial<HttpSettings> = {}): Promise<Tenants> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'tanker-tenants-'))
  const server = await startTestApi({
    dataFolder,
    trustedProxies: ['127.0.0.1'],
    checkAnswers: false,
    metricsToken: 'a token of tests',
    video: { host: '127.0.0.1', port: 0, playbackPort: 0, listenHost: '127.0.0.1' },
    ...settings,
  })
  const { db, pool } = server.database
  await pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name IN ('调度员', '客户', '展会演示')`)
  await seedFacts(server)
  await seedDeliveries(server)
  const numbered = [...new Set([...NUMBERED, ...ENTITY_TABLES.map(({ table }): string => table)])]
  for (const [index, table] of numbered.entries())
    await pool.query(`ALTER TABLE ${table} ALTER COLUMN id RESTART WITH ${FOREIGN_IDS_FROM + index * 1_000}`)
  await pool.query(`ALTER TABLE alarm ALTER COLUMN id RESTART WITH ${ALARM_IDS_FROM}`)

  await importWorld(db, { organisations: [{ name: '旁人石油集团', code: 'X' }] })
  await installRoles(db, [
    { companyCode: 'X', name: '旁人调度', permissions: ['*'] },
    { companyCode: 'G', name: '一无所有', permissions: [] },
  ])
  await addTestUsers(db, [
    { userName: 'xaver', companyCode: 'X', roleName: '旁人调度' },
    { userName: 'norights', companyCode: 'A', roleName: '一无所有' },
    { userName: 'berta', companyCode: 'B', roleName: '调度员' },
    { userName: 'gunda', companyCode: 'G', roleName: '调度员' },
    { userName: 'anton', companyCode: 'A', roleName: '调度员' },
  ])
  const owners = ['X', 'B', 'G'] as const
  await importWorld(db, {
    drivers: owners.map((code, index) => ({
      name: `外人司机${code}`,
      idNumber: '320113198401099389',
      code: String(70 + index),
      companyCode: code,
      mobilePhone: `1990000110${index}`,
    })),
  })
  await importWorld(db, {
    places: (['X', 'B', 'A'] as const).flatMap((code, index) => [
      {
        kind: 'depot',
        name: `${owner(code)}油库${code}`,
        code: `777${index}`,
        companyCode: code,
        address: '外',
        contact: '外',
        lat: 30.1,
        lng: 119.1,
      },
      { kind: 'station', name: `${owner(code)}油站${code}`, code: `778${index}`, companyCode: code, address: '外', lat: 30.2, lng: 119.2 },
      {
        kind: 'park',
        name: `${owner(code)}停车场${code}`,
        code: `779${index}`,
        companyCode: code,
        address: '外',
        parkType: 'general',
        lat: 30.3,
        lng: 119.3,
      },
      { kind: 'repair', name: `${owner(code)}维修厂${code}`, code: `776${index}`, companyCode: code, address: '外', lat: 30.4, lng: 119.4 },
    ]),
  })
  await importWorld(db, {
    fences: (['X', 'B'] as const).map((code) => ({
      kind: 'depot',
      name: `外人围栏${code}`,
      placeName: `外人油库${code}`,
      companyCode: code,
      shape: { shape: 'circle', lat: 30.1, lng: 119.1, radiusM: 300 },
    })),
  })
  await importWorld(db, { trucks: TRUCKS })
  for (const plate of ['苏G70001', '苏B70002', '浙X70003']) await copyFacts(pool, server.truckId('苏B00001'), plate)
  // The search by area reads all positions as new ones.
  await pool.query(`INSERT INTO track_cell_cursor (received_at) VALUES ('2000-01-01')`)
  // Foreign deliveries went from their own depots to their own stations.
  await pool.query(`UPDATE delivery_line l SET depot_id = d.id, depot_name = d.name, station_id = s.id, station_name = s.name
    FROM place d JOIN place s ON s.organisation_id = d.organisation_id AND s.kind = 'station'
    WHERE d.kind = 'depot' AND d.name LIKE '外人%' AND d.organisation_id = l.organisation_id`)
  await pool.query(`UPDATE delivery l SET depot_id = d.id, depot_name = d.name FROM place d
    WHERE d.kind = 'depot' AND d.name LIKE '外人%' AND d.organisation_id = l.organisation_id`)
  await pool.query(`UPDATE handover h SET station_id = s.id FROM place s
    WHERE s.kind = 'station' AND s.name LIKE '外人%' AND s.organisation_id = h.organisation_id`)
  await pool.query(
    `UPDATE record r SET fence_id = f.id, fence_name = f.name FROM fence f WHERE f.name LIKE '外人%' AND f.organisation_id = r.organisation_id`,
  )

  await addOwnSettings(server)
  // Events that the feed's cursor can return again.
  await pool.query(
    `INSERT INTO outbox (organisation_id, truck_id, alarm_id, what) SELECT organisation_id, truck_id, id, 'raised' FROM alarm WHERE type IN (1, 201, 209)`,
  )
  const organisations = await organisationIdsOf(pool)
  await seedMessages(server)
  await seedNotices(server)
  await addBaseData(server, organisations)
  await askApproval(pool)
  await seedDeviceWork(server)
  await seedShifts(server)
  await seedEvidence(server, dataFolder)
  await seedPhotos(server, dataFolder)
  const keys = new Map<string, string>()
  for (const [code, organisationId] of organisations) {
    keys.set(code, (await makeIntegrationKey(db, { organisationId, name: `外人密钥${code}`, userId: null }, server.now)).key)
    const things = SENDERS[code]
    if (things) await sendRows(server, organisationId, code, things)
  }
  return { server, keys }
}

/** What was sent to trucks, tested on them and repaired. */
async function seedDeviceWork(server: TestApi): Promise<void> {
  await seedCommands(server)
  await seedDeviceTests(server)
  await seedFirmware(server)
  await seedUpgradeFiles(server)
  await seedRollOuts(server)
  await seedLearned(server)
  await Promise.all([seedRepairOrders(server), seedPhoneCalls(server), seedParameterFiles(server), seedTerminalParameters(server)])
  await Promise.all([seedTruckTexts(server), seedRemoteControl(server), seedProductLists(server), seedParameterTemplates(server)])
  await seedCameras(server)
  await seedTruckPasswords(server)
  await seedParameterChanges(server)
}

async function askApproval(pool: pg.Pool): Promise<void> {
  await pool.query(
    `INSERT INTO fence_approval (fence_id, organisation_id, fence_name, type, new_terms, area_change_m2, maker_ids, modifier, modified_at)
     SELECT id, organisation_id, name, 'new', json_build_object('kind', kind, 'placeId', place_id, 'placeName', NULL, 'shape', shape,
       'speedLimitKmh', speed_limit_kmh), 1, '{1}', 'anna', now() FROM fence`,
  )
}

/** What each user sets for itself. */
async function addOwnSettings(server: TestApi): Promise<void> {
  const { pool } = server.database
  await pool.query(
    `INSERT INTO quick_visit (user_id, url, name) SELECT id, '/monitor/cargo_transport', '外人捷径' || user_name FROM app_user`,
  )
  await pool.query(`INSERT INTO user_alarm (user_id, alarm_type_ids) SELECT id, '1,2' FROM app_user`)
  await seedViews(server)
  await seedMailedReports(server)
}

/** Owner of a place from the view of A. */
const owner = (code: string): string => (code === 'A' ? '自家' : '外人')

type Things = { readonly plate: string; readonly depotCode: string; readonly stationCode: string }

/** The things that each organisation may refer to in its rows. */
export const SENDERS: Readonly<Record<string, Things>> = {
  A: { plate: '苏A00001', depotCode: '9001', stationCode: '1001' },
  B: { plate: '苏B70002', depotCode: '7771', stationCode: '7781' },
  X: { plate: '浙X70003', depotCode: '7770', stationCode: '7780' },
}

/** Well-formed rows of each kind, numbered by `code`, for the trucks and places of `things`. */
export const rowsOf = (code: string, { plate, depotCode, stationCode }: Things, now: Date) => {
  const at = new Date(now.getTime() - 3 * 3_600_000).toISOString()
  const ended = new Date(now.getTime() - 2 * 3_600_000).toISOString()
  return {
    slips: { slipNo: `PS-外人-${code}`, plate, depotCode, plannedAt: at, lines: [{ stop: 1, stationCode, compartment: 1, oilCode: 92 }] },
    'meter-tickets': {
      ticketNo: `FY-外人-${code}`,
      depotCode,
      plate,
      compartment: 1,
      oilCode: 92,
      volumeL: 8080,
      v20L: 8000,
      loadedAt: at,
    },
    'station-gauges': {
      gaugeNo: `YW-外人-${code}`,
      stationCode,
      tankNo: 1,
      oilCode: 92,
      startedAt: at,
      endedAt: ended,
      beforeL: 1000,
      afterL: 5000,
      plate,
    },
  } as const
}

async function sendRows(server: TestApi, organisationId: number, code: string, things: Things): Promise<void> {
  const rows = rowsOf(code, things, server.now)
  for (const kind of ['slips', 'meter-tickets', 'station-gauges'] as const) {
    const result = await keepRows(server.database.db, KINDS_OF_ROWS[kind] as KindOfRows<unknown>, [rows[kind]], {
      sender: { organisationId, keyId: null, userId: null },
      onlyGoodRows: false,
      now: server.now,
    })
    if (!result.kept) throw new Error(`${kind} of ${code}: ${JSON.stringify(result.problems)}`)
  }
}

/** One row of each kind of base data for each organisation that has none. */
async function addBaseData({ database: { db, pool }, now }: TestApi, organisations: ReadonlyMap<string, number>): Promise<void> {
  // The world already has trucks and organisations; a tank table belongs to a truck or a station.
  for (const table of ENTITY_TABLES.filter(({ entity }) => !['truck', 'organisation', 'tank_table', 'atg_tank_table'].includes(entity.key)))
    for (const [index, [code, organisationId]] of [...organisations].entries()) {
      const fixed = Object.entries(table.fixed).map(([column, value]) => ` AND ${column} = '${value}'`)
      const { rowCount } = await pool.query(`SELECT FROM ${table.table} WHERE organisation_id = $1${fixed.join('')}`, [organisationId])
      if (rowCount !== 0) continue
      const examples = Object.entries(table.entity.fields).map(([name, { example }]): [string, string] => [
        name,
        name === 'code' ? example.replace(/.$/, String(index + 3)) : /name/i.test(name) ? `${example}${code}` : example,
      ])
      const read = readValues(table.entity, { ...Object.fromEntries(examples), organisationId })
      if ('problems' in read) throw new Error(`${table.entity.key}: ${JSON.stringify(read.problems)}`)
      await applyChanges(entityStages(table), operatorOf(db, now), [{ add: read.values }], { source: 'world' })
    }
  // As the probes would change them: of a station.
  await pool.query(
    `UPDATE exemption SET kind = 'station', place_id = (SELECT min(id) FROM place WHERE place.kind = 'station'
       AND place.organisation_id = exemption.organisation_id)`,
  )
}

/** Copies the facts of one truck to another. */
async function copyFacts(pool: pg.Pool, fromTruckId: number, plate: string): Promise<void> {
  for (const table of ['record', 'alarm', 'position', 'delivery', 'delivery_line', 'handover']) {
    const { rows } = await pool.query<{ column_name: string }>(
      `SELECT column_name FROM information_schema.columns WHERE table_name = $1 AND is_generated = 'NEVER' AND column_name NOT IN ('id', 'truck_id', 'organisation_id')`,
      [table],
    )
    const columns = rows.map((row) => `"${row.column_name}"`).join(', ')
    await pool.query(
      `INSERT INTO ${table} (truck_id, organisation_id, ${columns})
       SELECT t.id, t.organisation_id, ${columns.replaceAll(/"(\w+)"/g, 'f."$1"')} FROM ${table} f, truck t WHERE f.truck_id = $1 AND t.plate = $2`,
      [fromTruckId, plate],
    )
  }
  await pool.query(
    `UPDATE truck_state SET live = f.live, last_at = f.last_at, contact_at = f.contact_at
     FROM truck_state f, truck t WHERE f.truck_id = $1 AND t.plate = $2 AND truck_state.truck_id = t.id`,
    [fromTruckId, plate],
  )
}

async function organisationIdsOf(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ code: string; id: number }>('SELECT code, id FROM organisation ORDER BY id')
  return new Map(rows.map(({ code, id }) => [code, id]))
}
