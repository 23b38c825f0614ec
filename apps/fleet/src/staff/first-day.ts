/**
 * What the staff of the demonstration world does on its first day with the trucks, through the calls of the web console: what is
 * registered, asked for approval, sent to trucks and tested there. The trucks answer as they always do.
 */
import type { DeviceTest } from '@tanker/contract/device-tests'
import type { FleetSnapshot, MapPlaces } from '@tanker/contract/trucks'
import { levelsValue } from '@tanker/contract/base-data/levels-field'
import { syscfg } from '@tanker/parameters/device-files/syscfg'
import { ellipticTable, type TankTable } from '@tanker/domain/tank/tank-table'
import { tankTableText } from '@tanker/domain/tank/tank-table-text'
import { MAKER } from '../wire/on-board.ts'
import type { StaffCalls } from './staff-calls.ts'
import { repairCardNumber } from '../working-day.ts'
import type { World } from '../world.ts'

const baseData = '/baseData'
/** Trucks of each duty, by their place in the world. */
export const trucksOf = {
  tables: [0, 4],
  upgrades: [1, 5, 9],
  tests: [2],
  devices: [0, 1, 2, 3],
  parameters: [3, 6, 8],
  texts: [0, 2, 5, 11],
  controlled: [2, 4],
  passwords: [1, 6, 9],
  photographed: [0, 3],
  cameras: [0, 1, 3, 4],
  exempt: 7,
} as const
/** The number of ui.cfg. */
export const consoleScreen = 9
const stationTanks = 4
const firmwareBytes = 120_000

type Office = { readonly staff: StaffCalls; readonly world: World; truckId(index: number): number; readonly places: MapPlaces }

async function register({ staff, world, truckId, places }: Office): Promise<void> {
  const { organisationId } = staff
  const mine = { organisationId, status: 'enabled' }
  const cards = [
    { code: repairCardNumber, name: '李建国', authority: '苏州罐车维修厂' },
    { code: repairCardNumber + 1, name: '周永强', authority: '南京罐车维修厂' },
  ]
  for (const card of cards)
    await staff.post(`${baseData}/repair_card`, { ...mine, ...card, issuedOn: '2026-01-05', expiresOn: '2030-01-05' })
  for (const index of trucksOf.devices) {
    const { plate, consoleCode } = world.trucks[index]!
    const truck = { truckId: truckId(index), installedOn: '2026-01-05', quantity: 1, manufacturer: '苏南仪表', truckType: 'oil-tanker' }
    const console = { name: `${plate}主机`, code: consoleCode, deviceType: 'console', site: '驾驶室' }
    const controller = { name: `${plate}控制器`, code: `${consoleCode}2`, deviceType: 'controller', site: '阀门箱' }
    for (const device of [console, controller]) await staff.post(`${baseData}/device`, { ...mine, ...truck, ...device })
  }
  const stations = places.filter(({ kind }) => kind === 'station').slice(0, stationTanks)
  for (const [index, { id }] of stations.entries()) {
    const table = ellipticTable({ halfWidthM: 1.2, halfHeightM: 1.2, lengthM: 6.6 }, 50)
    await staff.post(`${baseData}/atg_tank_table`, {
      stationId: id,
      tankNo: 1,
      oilCode: '92',
      probe: String(3_301 + index),
      diameterMm: 2_400,
      deadStockL: 600,
      status: 'enabled',
      ...linesOf(table),
    })
  }
}

async function askForFence({ staff, places }: Office): Promise<void> {
  const park = places.find(({ kind }) => kind === 'park')
  if (!park) return
  const shape = { shape: 'circle', lng: park.lng + 0.02, lat: park.lat + 0.01, radiusM: 300 }
  await staff.post(`${baseData}/user_enclosure`, {
    name: `${park.name}周边禁停区`,
    organisationId: staff.organisationId,
    kind: 'custom',
    speedLimitKmh: 30,
    status: 'enabled',
    shape: JSON.stringify(shape),
  })
}

/** The tables of the workshop once more: what is measured does not change. */
async function sendTankTables({ staff, world, truckId }: Office): Promise<void> {
  for (const index of trucksOf.tables) {
    const row = world.tankTables.find(({ plate }) => plate === world.trucks[index]!.plate)!
    const table = { levelsMm: row.rows.map(([levelMm]) => levelMm), volumesL: row.rows.map(([, volumeL]) => volumeL) }
    const { id } = await staff.post<{ id: number }>(`${baseData}/tank_table`, {
      truckId: truckId(index),
      compartment: row.compartment,
      serial: row.serialNumber,
      tankHeightMm: row.heightMm,
      pipeCapacityL: row.pipeCapacityL,
      maxTries: 3,
      ...linesOf(table),
    })
    await staff.post(`${baseData}/tank_table/send`, { id })
  }
}

/** The console screens as they were delivered, which the evening keeps, and what camera setup shows. */
async function readFiles({ staff, truckId }: Office): Promise<void> {
  for (const index of trucksOf.parameters) await staff.post('/parameterFiles/read', { truckId: truckId(index), file: consoleScreen })
  for (const index of trucksOf.cameras) await staff.post('/parameterFiles/read', { truckId: truckId(index), file: syscfg.number })
}

const dayMs = 86_400_000
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Openings of a truck whose probes are calibrated are no alarms for two weeks. */
async function exemptRepair({ staff, truckId }: Office): Promise<void> {
  await staff.post(`${baseData}/exemption`, {
    reason: '探头标定',
    organisationId: staff.organisationId,
    truckId: truckId(trucksOf.exempt),
    kind: 'any',
    fromOn: dayOf(Date.now()),
    untilOn: dayOf(Date.now() + 14 * dayMs),
    clockFrom: '08:00',
    clockTo: '18:00',
    status: 'enabled',
  })
}

/** Heartbeats each 90 s, and positions by time and distance: fewer megabytes of the SIM card. */
async function sendParameters({ staff, truckId }: Office): Promise<void> {
  const values = { 0x0001: 90, 0x0020: 2 }
  const trucks = trucksOf.parameters.map(truckId).join(',')
  await staff.post('/terminalParameters', { truckIds: trucks, values: JSON.stringify(values), maxTries: 3, reason: '节省流量' })
}

/** Dispatchers write to cabs: to several at once, and to one. */
async function writeToDrivers({ staff, truckId }: Office): Promise<void> {
  const [first, ...others] = trucksOf.texts.map(truckId)
  await staff.post('/truckTexts', { truckIds: others.join(','), text: '途中禁止打开舱口和阀门' })
  await staff.post('/truckTexts', { truckIds: String(first), text: '请尽快与调度联系', urgent: 'yes', validMin: 240 })
}

/** A truck is asked where it is, another one reports closely for a while. */
async function controlTerminals({ staff, truckId }: Office): Promise<void> {
  const [asked, watched] = trucksOf.controlled
  await staff.post('/remoteControl', { truckIds: truckId(asked), command: 'locate', reason: '核实停靠位置' })
  await staff.post('/remoteControl', { truckIds: truckId(watched), command: 'track', reason: '跟踪重点运输' })
  for (const camera of ['api', 'manhole', 'cab'])
    await staff.post('/remoteControl', {
      truckIds: trucksOf.photographed.map(truckId).join(','),
      command: 'photo',
      camera,
      reason: '出车前检查',
    })
}

/** Keys for the passwords of the evening. */
async function setUpKeys({ staff, truckId }: Office): Promise<void> {
  await staff.post('/truckPasswords/keys', { truckIds: trucksOf.passwords.map(truckId).join(',') })
}

async function upgradeConsoles({ staff, truckId }: Office): Promise<void> {
  const file = { device: 'console', version: 'FW2.6.1', maker: MAKER, fileName: 'FW2.6.1.bin' }
  const { id } = await staff.upload<{ id: number }>('/firmware/file', file, Buffer.alloc(firmwareBytes, 'firmware '), file.fileName)
  await staff.post('/upgrades', { firmwareId: id, truckIds: trucksOf.upgrades.map(truckId).join(','), maxTries: 3 })
}

/** What is sent again and again: a tank chart, and the two commands. Firmware stands there where it was uploaded. */
async function keepUpgradeFiles({ staff, world }: Office): Promise<void> {
  const [chart] = world.tankTables
  const mine = { organisationId: staff.organisationId, status: 'enabled' }
  if (chart) {
    const lines = chart.rows.map(([levelMm, volumeL]) => `${levelMm},${volumeL}`).join('\n')
    const about = { ...mine, type: 'tank-chart', description: '同型罐体的罐容表', release: '2026-01', fileName: '罐容表.txt' }
    await staff.upload('/upgradeFiles/file', textOf(about), Buffer.from(lines), about.fileName)
  }
  await staff.post(`${baseData}/upgrade_file`, {
    ...mine,
    type: 'clear',
    description: '更换罐容表后清除旧文件',
    release: '1',
    restartDelayMin: 5,
  })
  await staff.post(`${baseData}/upgrade_file`, { ...mine, type: 'restart', description: '夜间重启主机', release: '1', restartDelayMin: 60 })
}

const textOf = (values: Readonly<Record<string, string | number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

/** What the truck has shown by itself counts, what only a person sees is fine, and the rest is left for the next visit. */
async function testDevices({ staff, truckId }: Office): Promise<void> {
  for (const index of trucksOf.tests) {
    const { id } = await staff.post<{ id: number }>('/deviceTests/start', { truckId: truckId(index) })
    let test = await staff.get<DeviceTest>(`/deviceTests?id=${id}`)
    for (const { key, judgedBy } of test.steps.filter(({ state }) => state === 'pending')) {
      const verdict = judgedBy === 'person' ? 'passed' : 'not-applicable'
      const entry = { id, version: test.version, step: key, verdict, remark: verdict === 'passed' ? '' : '下次检测' }
      test = await staff.post<DeviceTest>('/deviceTests/step', entry)
    }
    await staff.post('/deviceTests/end', { id, version: test.version })
  }
}

const linesOf = (table: TankTable) => ({
  capacityL: Math.round(table.volumesL.at(-1) ?? 0),
  rows: levelsValue('1.txt', tankTableText(table)),
})

/** @param onTrouble a duty that was refused; the others go on */
export async function workFirstDay(staff: StaffCalls, world: World, onTrouble: (text: string) => void): Promise<void> {
  const [live, places] = await Promise.all([staff.get<FleetSnapshot>('/trucks/live'), staff.get<MapPlaces>('/map/places')])
  const truckId = (index: number): number => live.truckId[live.signCode.indexOf(world.trucks[index]!.plate)]!
  const office: Office = { staff, world, truckId, places }
  for (const duty of [
    register,
    askForFence,
    sendTankTables,
    upgradeConsoles,
    keepUpgradeFiles,
    sendParameters,
    readFiles,
    exemptRepair,
    writeToDrivers,
    controlTerminals,
    setUpKeys,
    testDevices,
  ])
    await duty(office).catch((error: unknown) => onTrouble(String(error)))
}
