import type { Text } from '@tanker/domain/texts/text'
import { productName } from '@tanker/domain/products/product-name'
import { stationTankCurve } from '../actions/tank-tables.ts'
import { defineEntity, type FieldProblems } from './define-entity.ts'
import { choiceField, codeField, litresField, effectiveField, stationField, statusField, wholeField } from './fields.ts'
import { levelsField } from './levels-field.ts'
import { checkLevels } from './tank-table.ts'

/** What stations sell, by oil code as a text. */
const CODES = [92, 95, 98, 0, -10, -20, -35, -1] as const
export const STATION_PRODUCTS: Readonly<Record<string, Text>> = Object.fromEntries(CODES.map((code) => [String(code), productName(code)]))

type Values = { readonly rows: string; readonly capacityL: number; readonly diameterMm: number; readonly deadStockL: number }

function check({ rows, capacityL, diameterMm, deadStockL }: Values): FieldProblems {
  const dead = { zh: '罐底死量应小于容量。', en: 'The dead stock must be less than the capacity.' }
  return { ...checkLevels({ rows, capacityL, tankHeightMm: diameterMm }), ...(deadStockL < capacityL ? {} : { deadStockL: dead }) }
}

/** An underground tank of a station with its table, millimetres to litres, by which its gauge (ATG) is read. */
export const stationTank = defineEntity({
  path: 'setting/base_data/atg_tank_table',
  name: { zh: 'ATG罐表', en: 'Station tank table' },
  nameField: 'probe',
  fields: {
    stationId: stationField({ label: { zh: '油站', en: 'Station' }, required: true }),
    tankNo: wholeField({ label: { zh: '罐号', en: 'Tank number' }, required: true, min: 1, max: 99, unlessGiven: 1, example: '1' }),
    oilCode: choiceField({ label: { zh: '油品', en: 'Product' }, choices: STATION_PRODUCTS, unlessGiven: '92' }),
    probe: codeField({ label: { zh: '探棒编号', en: 'Probe number' }, required: true, max: 40, example: '3301' }),
    diameterMm: wholeField({
      label: { zh: '罐内径 (mm)', en: 'Diameter (mm)' },
      required: true,
      min: 500,
      max: 5_000,
      unlessGiven: 0,
      example: '2000',
    }),
    capacityL: litresField({ label: { zh: '容量 (L)', en: 'Capacity (L)' }, min: 1, max: 200_000, example: '30000' }),
    deadStockL: litresField({ label: { zh: '罐底死量 (L)', en: 'Dead stock (L)' }, min: 0, max: 50_000, example: '600' }),
    effectiveAt: effectiveField(),
    status: statusField(),
    rows: levelsField('# 1.txt\n0,0\n1000,15000\n2000,30000'),
  },
  unique: [
    {
      field: 'effectiveAt',
      text: { zh: '该罐已有同一生效时间的罐表，请换一个时间。', en: 'This tank already has a table from that time; choose another.' },
    },
  ],
  takesSheets: false,
  actions: [stationTankCurve],
  check,
})
