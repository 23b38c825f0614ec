import { z } from 'zod'
import type { Db } from '@tanker/database/connection'
import { CAMERA_CHANNELS } from '@tanker/domain/vehicle'
import { ruleText } from '../http/input-errors.ts'
import { companiesByCode, exists, noSuchCompany } from './companies.ts'
import { checkRows, checkUnique, readRows } from './import-rows.ts'
import { code, companyCode, digits, status } from './row-fields.ts'

const productRow = z.object({
  /** > 0 gasoline, −1 other, otherwise diesel (spec 9). */
  oilCode: z.number().int().min(-100).max(10_000),
  name: z.string().trim().min(1).max(80),
  expansionPerC: z.number().min(0).max(0.01).default(0),
  inflationRate: z.number().min(0).max(0.2).default(0),
})

const compartmentRow = z.object({
  compartment: z.number().int().min(1).max(10),
  capacityL: z.number().positive().max(100_000),
  oilCode: z.number().int(),
  blindLevelMm: z.number().int().min(0).max(1000).default(40),
})

/** A truck with its compartments; the fuel configuration names the products that they carry. */
const truckRow = z.object({
  plate: z.string().trim().min(1).max(10),
  plateColour: z.enum(['blue', 'white', 'yellow', 'green']).default('yellow'),
  vehicleColour: z.string().trim().max(20).default(''),
  consoleCode: code(19),
  terminalPhone: digits(11),
  terminalId: z.union([code(30), z.literal('')]).default(''),
  secondTerminal: z.string().trim().max(20).default(''),
  model: z.enum(['oil-tanker', 'refrigerated', 'bus', 'mini-bus', 'truck', 'other', 'special', 'sprinkler']),
  deviceModel: z.string().trim().min(1).max(40).default('tanker-1'),
  companyCode,
  frameNumber: z.string().trim().min(1).max(40),
  country: z.string().trim().min(1).max(40).default('中国'),
  city: z.string().trim().max(40).default(''),
  district: z.string().trim().max(40).default(''),
  timeZone: z
    .string()
    .refine((zone) => offsetMinutes(zone) !== null, { error: ruleText({ zh: '时区名称无效', en: 'is not a time zone name' }) })
    .default('Asia/Shanghai'),
  capacityL: z.number().positive().max(200_000),
  deadweightKg: z.number().int().min(0).max(200_000).default(0),
  lengthMm: z.number().int().min(0).max(40_000).default(0),
  trailerCount: z.number().int().min(0).max(5).default(0),
  channelCount: z.number().int().min(0).max(8),
  flowMeterCount: z.number().int().min(0).max(10).default(0),
  products: z.array(productRow).min(1).max(32),
  compartments: z.array(compartmentRow).min(1).max(10),
  parkingMode: z.enum(['speed', 'acc', 'mixed']).default('mixed'),
  speedSource: z.enum(['gps', 'device']).default('gps'),
  unloadingMode: z.enum(['api', 'level-change']).default('api'),
  emptyingMode: z.enum(['fence', 'timer']).default('fence'),
  volumeSource: z.enum(['console', 'platform']).default('console'),
  cameraChannels: z.partialRecord(
    z.enum(Object.keys(CAMERA_CHANNELS) as (keyof typeof CAMERA_CHANNELS)[]),
    z.number().int().min(1).max(8).nullable(),
  ),
  defaultDriverCode: z.string().trim().nullable().default(null),
  status,
})

const tankTableRow = z
  .object({
    plate: z.string().trim().min(1),
    compartment: z.number().int().min(1).max(10),
    serialNumber: z.string().trim().max(40).default(''),
    effectiveAt: z.iso.datetime({ offset: true }),
    capacityL: z.number().positive().max(100_000),
    heightMm: z.number().int().positive().max(5000),
    pipeCapacityL: z.number().min(0).max(5000).default(0),
    rows: z
      .array(z.tuple([z.number().min(0), z.number().min(0)]))
      .min(2)
      .max(5000),
  })
  .refine(
    ({ rows }) => rows.every(([level, volume], i) => i === 0 || (level > (rows[i - 1]?.[0] ?? 0) && volume >= (rows[i - 1]?.[1] ?? 0))),
    {
      path: ['rows'],
      error: ruleText({ zh: '液位须递增，容积不得减小', en: 'must rise in level and never fall in volume' }),
    },
  )

/** Adds trucks with compartments, and the row that holds each truck's state. Call it inside a transaction. */
export async function importTrucks(db: Db, rows: readonly unknown[]): Promise<number> {
  const read = readRows('trucks', truckRow, rows)
  const check = checkRows('trucks')
  const companies = await companiesByCode(db)
  const existing = await db.selectFrom('truck').select(['plate', 'console_code', 'terminal_phone', 'terminal_id']).execute()
  const drivers = await db
    .selectFrom('driver')
    .innerJoin('company', 'company.id', 'driver.company_id')
    .select(['driver.id', 'driver.code', 'driver.company_id'])
    .execute()
  checkUnique(
    check,
    read,
    existing.map((row) => row.plate),
    (row) => row.plate,
    (row) => exists('车牌号', 'plate', row.plate),
  )
  checkUnique(
    check,
    read,
    existing.map((row) => row.console_code),
    (row) => row.consoleCode,
    (row) => exists('主机编号', 'console code', row.consoleCode),
  )
  checkUnique(
    check,
    read,
    existing.map((row) => row.terminal_phone),
    (row) => row.terminalPhone,
    (row) => exists('终端手机号', 'terminal phone', row.terminalPhone),
  )
  checkUnique(
    check,
    read,
    existing.map((row) => row.terminal_id.toUpperCase()),
    (row) => (row.terminalId === '' ? null : row.terminalId.toUpperCase()),
    (row) => exists('终端ID', 'terminal ID', row.terminalId),
  )
  const values = read.map((row, index) => {
    const company = companies.get(row.companyCode)
    if (!company) check.wrong(index, noSuchCompany(row.companyCode))
    const numbers = row.compartments.map((one) => one.compartment)
    if (new Set(numbers).size < numbers.length) check.wrong(index, { zh: '仓号重复。', en: 'A compartment number occurs twice.' })
    for (const one of row.compartments) {
      if (!row.products.some((product) => product.oilCode === one.oilCode)) {
        check.wrong(index, {
          zh: `${one.compartment} 号仓的油品不在油品配置中。`,
          en: `The product of compartment ${one.compartment} is not in the fuel configuration.`,
        })
      }
    }
    // A driver of the truck's organisation or of one above it.
    const candidates = drivers.filter((driver) => driver.code === row.defaultDriverCode && company?.ancestors.includes(driver.company_id))
    const driver = candidates.find((one) => one.company_id === company?.id) ?? candidates[0]
    if (row.defaultDriverCode !== null && !driver) {
      check.wrong(index, {
        zh: `没有代码为 ${row.defaultDriverCode} 的驾驶员，请先添加。`,
        en: `There is no driver with the code ${row.defaultDriverCode}; add the driver first.`,
      })
    }
    return { row, companyId: company?.id ?? 0, driverId: driver?.id ?? null }
  })
  check.settle()

  for (const { row, companyId, driverId } of values) {
    const { id } = await db
      .insertInto('truck')
      .values({
        company_id: companyId,
        plate: row.plate,
        console_code: row.consoleCode,
        terminal_phone: row.terminalPhone,
        terminal_id: row.terminalId,
        second_terminal: row.secondTerminal,
        model: row.model,
        device_model: row.deviceModel,
        plate_colour: row.plateColour,
        vehicle_colour: row.vehicleColour,
        frame_number: row.frameNumber,
        country: row.country,
        city: row.city,
        district: row.district,
        capacity_l: row.capacityL,
        load_capacity_kg: row.deadweightKg,
        length_mm: row.lengthMm,
        trailer_count: row.trailerCount,
        flow_meter_count: row.flowMeterCount,
        channel_count: row.channelCount,
        camera_channels: channelsInOrder(row.cameraChannels, row.channelCount),
        zone_offset_minutes: offsetMinutes(row.timeZone) ?? 480,
        parking_mode: row.parkingMode,
        speed_source: row.speedSource,
        unloading_mode: row.unloadingMode,
        emptying_mode: row.emptyingMode,
        volume_source: row.volumeSource,
        driver_id: driverId,
        enabled: row.status === 'enabled',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('compartment')
      .values(
        row.compartments.map((one) => {
          const product = row.products.find((candidate) => candidate.oilCode === one.oilCode)
          return {
            truck_id: id,
            compartment: one.compartment,
            capacity_l: one.capacityL,
            oil_code: one.oilCode,
            oil_name: product?.name ?? '',
            expansion_rate: product?.expansionPerC ?? 0,
            inflation_rate: product?.inflationRate ?? 0,
            blind_level_mm: one.blindLevelMm,
          }
        }),
      )
      .execute()
    await db.insertInto('truck_state').values({ truck_id: id, company_id: companyId, state: null, live: null }).execute()
  }
  return read.length
}

/** Adds level–volume tables. Call it inside a transaction. */
export async function importTankTables(db: Db, rows: readonly unknown[]): Promise<number> {
  const read = readRows('tank tables', tankTableRow, rows)
  const check = checkRows('tank tables')
  const compartments = await db
    .selectFrom('compartment')
    .innerJoin('truck', 'truck.id', 'compartment.truck_id')
    .select(['truck.id', 'truck.plate', 'compartment.compartment'])
    .execute()
  const idOf = new Map(compartments.map((row) => [`${row.plate} ${row.compartment}`, row.id]))
  const values = read.map((row, index) => {
    const truckId = idOf.get(`${row.plate} ${row.compartment}`)
    if (truckId === undefined) {
      check.wrong(index, {
        zh: `车辆 ${row.plate} 没有 ${row.compartment} 号仓。`,
        en: `Truck ${row.plate} has no compartment ${row.compartment}.`,
      })
    }
    return {
      truck_id: truckId ?? 0,
      compartment: row.compartment,
      serial: row.serialNumber,
      effective_at: row.effectiveAt,
      capacity_l: row.capacityL,
      pipe_capacity_l: row.pipeCapacityL,
      tank_height_mm: row.heightMm,
      levels_mm: row.rows.map(([level]) => level),
      volumes_l: row.rows.map(([, volume]) => volume),
    }
  })
  checkUnique(
    check,
    read,
    [],
    (row) => `${row.plate} ${row.compartment} ${row.effectiveAt}`,
    (row) => exists('容积表', 'tank table', `${row.plate} ${row.compartment}`),
  )
  check.settle()
  // One statement for each, because arrays of hundreds of numbers fill the parameters of a statement quickly.
  for (const value of values) await db.insertInto('tank_table').values(value).execute()
  return read.length
}

/** What each camera channel looks at, channel 1 first; '' where nothing is said. */
function channelsInOrder(channels: Partial<Record<string, number | null>>, count: number): string[] {
  const inOrder = Array.from({ length: count }, () => '')
  for (const [position, channel] of Object.entries(channels)) if (channel && channel <= count) inOrder[channel - 1] = position
  return inOrder
}

/** Minutes east of UTC, as of now; null for a name that Intl does not know. */
function offsetMinutes(zone: string): number | null {
  try {
    const name = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
      .formatToParts(new Date())
      .find((part) => part.type === 'timeZoneName')?.value
    const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)$/.exec(name ?? '') ?? []
    return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  } catch {
    return null
  }
}
