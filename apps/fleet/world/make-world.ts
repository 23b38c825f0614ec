/** Writes the world's files beside itself, always the same. Run: npx tsx apps/fleet/world/make-world.ts */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FenceShape } from '@tanker/domain/fences/fence'
import { createRandom, type Random } from '../src/random.ts'
import type { DriverRow, FenceRow, PlaceRow, TankTableRow, TruckRow, World } from '../src/world.ts'
import { worldFiles } from '../src/world.ts'
import { frameNumberCheck, idNumberCheck } from './check-digits.ts'
import { organisations, districts, givenNamesFemale, givenNamesMale, places, products, surnames } from './cast.ts'
import { drawAccessRoad, drawRoads } from './draw-roads.ts'
import { chassisKinds, layOutTank } from './lay-out-tank.ts'

const seed = 808
const metresPerDegree = 111_320
const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits

function makeFrameNumber(random: Random, serial: number): string {
  const maker = random.pick(['LZZ', 'LGA', 'LFW', 'LRD'])
  const draft = `${maker}5CLSD0${random.pick(['P', 'R', 'S'])}A${String(serial).padStart(6, '0')}`
  return draft.slice(0, 8) + frameNumberCheck(draft) + draft.slice(9)
}

/** Rectangle around the place, turned, as four corners. */
function rectangle(place: PlaceRow, halfLengthM: number, halfWidthM: number, turnDeg: number): FenceShape {
  const turn = (turnDeg * Math.PI) / 180
  const corner = (along: number, across: number): [number, number] => {
    const eastM = along * Math.cos(turn) - across * Math.sin(turn)
    const northM = along * Math.sin(turn) + across * Math.cos(turn)
    return [
      rounded(place.lng + eastM / (metresPerDegree * Math.cos((place.lat * Math.PI) / 180)), 6),
      rounded(place.lat + northM / metresPerDegree, 6),
    ]
  }
  const [l, w] = [halfLengthM, halfWidthM]
  return { shape: 'polygon', points: [corner(-l, -w), corner(l, -w), corner(l, w), corner(-l, w)] }
}

function makeFence(place: PlaceRow, random: Random): FenceRow {
  const shape: FenceShape =
    place.kind === 'depot' ? { shape: 'circle', lat: place.lat, lng: place.lng, radiusM: 300 }
    : place.kind === 'station' && random.chance(0.7) ? { shape: 'circle', lat: place.lat, lng: place.lng, radiusM: 150 }
    : rectangle(place, 170, 120, random.whole(0, 60))
  return {
    kind: place.kind, name: `${place.shortName}围栏`, placeName: place.name, companyCode: place.companyCode,
    address: place.address, shape, speedLimitKmh: place.kind === 'depot' ? 30 : null,
  }
}

/** How many trucks each organisation runs, and which depot and letter they have. */
const garages = [
  { companyCode: '320100', carrierCode: '320100', depot: '南京栖霞山油库', letters: ['A', 'L', 'D'], trucks: 12, model: 'oil-tanker' },
  { companyCode: '320101', carrierCode: '320100', depot: '南京栖霞山油库', letters: ['A', 'L'], trucks: 4, model: 'oil-tanker' },
  { companyCode: '320102', carrierCode: '320100', depot: '张家港长江油库', letters: ['D', 'B'], trucks: 4, model: 'oil-tanker' },
  { companyCode: '320500', carrierCode: '320500', depot: '张家港长江油库', letters: ['E', 'B', 'F'], trucks: 12, model: 'oil-tanker' },
  { companyCode: '320501', carrierCode: '320500', depot: '张家港长江油库', letters: ['E'], trucks: 3, model: 'oil-tanker' },
  { companyCode: '320502', carrierCode: '320500', depot: '张家港长江油库', letters: ['F'], trucks: 3, model: 'oil-tanker' },
  { companyCode: '320503', carrierCode: '320500', depot: '苏州园林洒水车场', letters: ['E'], trucks: 2, model: 'sprinkler' },
] as const

function makePlate(random: Random, letter: string, taken: Set<string>): string {
  for (;;) {
    const plate = `苏${letter}${random.whole(1, 9)}${random.pick('ABCDEFGHJKLMNPQRSTUVWXYZ'.split(''))}${String(random.whole(0, 999)).padStart(3, '0')}`
    if (!taken.has(plate)) return (taken.add(plate), plate)
  }
}

function makeDriver(random: Random, serial: number, companyCode: string, plate: string, taken: Set<string>): DriverRow {
  const sex = random.chance(0.06) ? 'female' : 'male'
  let name: string
  do name = random.pick(surnames) + random.pick(sex === 'male' ? givenNamesMale : givenNamesFemale)
  while (taken.has(name))
  taken.add(name)
  const home = random.pick(districts)
  const birthday = `${random.whole(1968, 1998)}-${String(random.whole(1, 12)).padStart(2, '0')}-${String(random.whole(1, 28)).padStart(2, '0')}`
  // The 15th to 17th digit number the births of a day: odd for men.
  const order = String(900 + 2 * random.whole(0, 49) + (sex === 'male' ? 1 : 0))
  const digits = home.idPrefix + birthday.replaceAll('-', '') + order
  return {
    name, sex, idNumber: digits + idNumberCheck(digits), birthday, code: String(10_001 + serial), cardCode: `6200${String(80_000_001 + serial)}`,
    mobilePhone: `1990000${String(1_001 + serial)}`, qualification: digits + idNumberCheck(digits), birthplace: `江苏省${home.city}`,
    homeAddress: `江苏省${home.city}${home.district}幸福路${random.whole(1, 300)}号`,
    ...employment(`${random.whole(2012, 2024)}-${String(random.whole(1, 12)).padStart(2, '0')}-01`), companyCode, defaultPlate: plate,
  }
}

/** Certificates are good for six years and were renewed until the summer of the world's first day. */
function employment(entryDate: string) {
  let year = Number(entryDate.slice(0, 4)) + 6
  while (`${year}${entryDate.slice(4)}` < '2026-06-01') year += 6
  return { entryDate, qualifiedUntil: `${year}${entryDate.slice(4)}` }
}

function makeTruck(random: Random, serial: number, garage: (typeof garages)[number], plate: string, driverCode: string) {
  const water = garage.model === 'sprinkler'
  const chassis = water ? chassisKinds.sprinkler : random.pick([chassisKinds.rigid2, chassisKinds.rigid3, chassisKinds.rigid3, chassisKinds.semi4, chassisKinds.semi5])
  const frameNumber = makeFrameNumber(random, 203_100 + serial * 7)
  const terminalPhone = `1440800${String(1_001 + serial)}`
  const tanks = layOutTank(chassis)
  const district = districts.find(({ plateLetter }) => plateLetter === plate[1])!
  const carried = water ? [products.water] : random.chance(0.75) ? [products.gasoline92, products.gasoline95, products.diesel] : [products.gasoline92, products.diesel]
  const compartments = tanks.map((tank, index) => ({
    compartment: index + 1, capacityL: tank.capacityL, oilCode: carried[index % carried.length]!.oilCode, blindLevelMm: 40, heightMm: tank.heightMm,
  }))
  const truck: TruckRow = {
    plate, plateColour: 'yellow', bodyColour: water ? '绿色' : random.pick(['白色', '银灰色', '红色']), consoleCode: String(2_508_000_001 + serial * 13),
    terminalPhone, terminalId: `TK8${String(1_001 + serial)}`, protocolVersion: serial % 2 === 0 ? '2013' : '2019', model: garage.model,
    companyCode: garage.companyCode, carrierCode: garage.carrierCode, frameNumber, country: '中国', city: district.city, district: district.district,
    timeZone: 'Asia/Shanghai', capacityL: compartments.reduce((sum, { capacityL }) => sum + capacityL, 0), deadweightKg: chassis.deadweightKg,
    lengthMm: chassis.lengthMm, trailerCount: chassis.trailerCount, channelCount: 4, flowMeterCount: water ? 0 : 1, products: carried, compartments,
    parkingMode: random.pick(['speed', 'speed', 'mixed']), speedSource: 'gps', unloadingMode: 'api', emptyingMode: random.pick(['fence', 'timer']),
    cameraChannels: { api: 3, subsea: null, manhole: 4, cab: 1 }, defaultDriverCode: driverCode, homeDepot: garage.depot, status: 'enabled',
  }
  const tables = tanks.map((tank, index): TankTableRow => ({
    plate, compartment: index + 1, serialNumber: `${truck.consoleCode}${index + 1}`, effectiveAt: '2025-06-01T00:00:00+08:00', capacityL: tank.capacityL,
    heightMm: tank.heightMm, pipeCapacityL: water ? 0 : 12, frameNumber, rows: tank.rows,
  }))
  return { truck, tables }
}

export function makeWorld(): World {
  const random = createRandom(seed)
  const placeRows = places.map(({ from: _from, ...place }): PlaceRow => ({ ...place, status: 'enabled' }))
  const [plates, names] = [new Set<string>(), new Set<string>()]
  const drivers: DriverRow[] = []
  const trucks: TruckRow[] = []
  const tankTables: TankTableRow[] = []
  for (const garage of garages) {
    for (let index = 0; index < garage.trucks; index++) {
      const serial = trucks.length
      const own = random.fork(`truck ${serial}`)
      const plate = makePlate(own, garage.letters[index % garage.letters.length]!, plates)
      const driver = makeDriver(own, serial, garage.companyCode, plate, names)
      const { truck, tables } = makeTruck(own, serial, garage, plate, driver.code)
      drivers.push(driver)
      trucks.push(truck)
      tankTables.push(...tables)
    }
  }
  const features = [...drawRoads(random.fork('roads')), ...places.map((place) => drawAccessRoad(place, place.from))]
  return {
    organisations, places: placeRows, fences: placeRows.map((place) => makeFence(place, random.fork(place.code))), drivers, trucks, tankTables,
    roads: { type: 'FeatureCollection', features },
  }
}

/** One row a line, so that a change of one truck is a change of one line. */
export function worldText(part: World[keyof World]): string {
  if ('features' in part) return `{"type":"FeatureCollection","features":[\n${part.features.map((row) => JSON.stringify(row)).join(',\n')}\n]}\n`
  return `[\n${part.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
}

if (process.argv[1] === import.meta.filename) {
  const world = makeWorld()
  for (const part of Object.keys(worldFiles) as (keyof World)[]) writeFileSync(join(import.meta.dirname, worldFiles[part]), worldText(world[part]))
}
