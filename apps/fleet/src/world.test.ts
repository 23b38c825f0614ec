import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { metresOutside } from '@tanker/domain/fences/geo'
import { describe, expect, test } from 'vitest'
import { frameNumberCheck, idNumberCheck } from '../world/check-digits.ts'
import { makeWorld, worldText } from '../world/make-world.ts'
import { loadWorld, worldFiles, type World } from './world.ts'

const folder = join(import.meta.dirname, '../world')
const world = loadWorld(folder)
const different = (values: readonly string[]) => expect(new Set(values).size).toBe(values.length)

test('the files are what the script makes', () => {
  const made = makeWorld()
  for (const part of Object.keys(worldFiles) as (keyof World)[]) {
    expect(readFileSync(join(folder, worldFiles[part]), 'utf8') === worldText(made[part]), worldFiles[part]).toBe(true)
  }
})

describe('trucks', () => {
  test('there are forty, over two carriers, two of them sprinklers, half in each edition', () => {
    expect(world.trucks).toHaveLength(40)
    expect(new Set(world.trucks.map(({ carrierCode }) => carrierCode)).size).toBe(2)
    expect(world.trucks.filter(({ model }) => model === 'sprinkler')).toHaveLength(2)
    expect(world.trucks.filter(({ protocolVersion }) => protocolVersion === '2019')).toHaveLength(20)
  })

  test('plate, console code, terminal phone, terminal id and frame number are unique and well formed', () => {
    different(world.trucks.map(({ plate }) => plate))
    different(world.trucks.map(({ consoleCode }) => consoleCode))
    different(world.trucks.map(({ terminalPhone }) => terminalPhone))
    different(world.trucks.map(({ terminalId }) => terminalId))
    different(world.trucks.map(({ frameNumber }) => frameNumber))
    for (const truck of world.trucks) {
      expect(truck.plate).toMatch(/^苏[A-Z][0-9A-Z]{5}$/)
      expect(truck.terminalPhone).toMatch(/^[0-9]{11}$/)
      expect(truck.terminalId).toMatch(/^[A-Z0-9]{7}$/)
      expect(truck.frameNumber).toMatch(/^[A-HJ-NPR-Z0-9]{17}$/)
      expect(truck.frameNumber[8]).toBe(frameNumberCheck(truck.frameNumber))
    }
  })

  test('each has a driver, a home, an organisation, and a product for every compartment', () => {
    for (const truck of world.trucks) {
      expect(world.drivers.some(({ code, defaultPlate }) => code === truck.defaultDriverCode && defaultPlate === truck.plate)).toBe(true)
      expect(world.places.some(({ name }) => name === truck.homeDepot)).toBe(true)
      expect(world.organisations.some(({ code }) => code === truck.companyCode)).toBe(true)
      expect(truck.compartments.every(({ oilCode }) => truck.products.some((product) => product.oilCode === oilCode))).toBe(true)
    }
  })
})

test('tank tables rise strictly from zero to the capacity, one for each compartment', () => {
  for (const truck of world.trucks) {
    for (const { compartment, capacityL } of truck.compartments) {
      const tables = world.tankTables.filter((table) => table.plate === truck.plate && table.compartment === compartment)
      expect(tables).toHaveLength(1)
      const { rows } = tables[0]!
      expect(rows[0]).toEqual([0, 0])
      expect(rows.slice(1).every(([levelMm, litres], index) => levelMm > rows[index]![0] && litres > rows[index]![1])).toBe(true)
      expect(Math.floor(rows.at(-1)![1])).toBe(capacityL)
    }
  }
})

test('drivers have valid codes and identity numbers', () => {
  different(world.drivers.map(({ code }) => code))
  different(world.drivers.map(({ idNumber }) => idNumber))
  different(world.drivers.map(({ cardCode }) => cardCode))
  for (const { code, idNumber, birthday, sex } of world.drivers) {
    expect(code).toMatch(/^[0-9]{1,7}$/)
    expect(idNumber).toMatch(/^[0-9]{17}[0-9X]$/)
    expect(idNumber[17]).toBe(idNumberCheck(idNumber.slice(0, 17)))
    expect(idNumber.slice(6, 14)).toBe(birthday.replaceAll('-', ''))
    expect(Number(idNumber[16]) % 2).toBe(sex === 'male' ? 1 : 0)
  }
})

test('places have unique names and codes, stations four digits; depots and parks a contact', () => {
  different(world.places.map(({ name }) => name))
  different(world.places.map(({ code }) => code))
  different(world.places.map(({ shortName }) => shortName))
  for (const place of world.places) {
    if (place.kind === 'station') expect(place.code).toMatch(/^[0-9]{4}$/)
    if (place.kind === 'depot' || place.kind === 'park') expect(place.contact).not.toBeNull()
    expect(world.organisations.some(({ code }) => code === place.companyCode)).toBe(true)
  }
})

test('every place has one fence and stands well inside it', () => {
  for (const place of world.places) {
    const fences = world.fences.filter(({ placeName }) => placeName === place.name)
    expect(fences).toHaveLength(1)
    expect(metresOutside(fences[0]!.shape, place.lat, place.lng)).toBeLessThan(-50)
  }
})

test('organisations: a root first, then parents before their children', () => {
  const known = new Set<string>()
  for (const { code, parentCode } of world.organisations) {
    expect(parentCode === null ? known.size === 0 : known.has(parentCode)).toBe(true)
    known.add(code)
  }
})
