import { defineEntity } from '@tanker/contract/base-data/define-entity'
import {
  choiceField,
  organisationField,
  dayField,
  litresField,
  statusField,
  textField,
  wholeField,
} from '@tanker/contract/base-data/fields'
import { type Expression, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ALL_REPORTS } from '../all-reports.ts'
import { text } from '../kinds.ts'
import { listReport } from './list-report.ts'

const COLOURS = { red: { zh: '红', en: 'Red' }, blue: { zh: '蓝', en: 'Blue' } } as const
const tank = defineEntity({
  path: 'setting/base_data/test_tank',
  name: { zh: '罐', en: 'Tank' },
  fields: {
    name: textField({ label: { zh: '罐名', en: 'Tank name' }, required: true, max: 80 }),
    organisationId: organisationField(),
    colour: choiceField({ label: { zh: '颜色', en: 'Colour' }, choices: COLOURS, unlessGiven: 'red' }),
    builtOn: dayField({ label: { zh: '制造日期', en: 'Built on' } }),
    lengthMm: wholeField({ label: { zh: '长度（mm）', en: 'Length (mm)' }, min: 0, max: 9_000, unlessGiven: 0 }),
    capacityL: litresField({ label: { zh: '容量 (L)', en: 'Capacity (L)' }, min: 1, max: 9_000 }),
    hatches: wholeField({ label: { zh: '人孔数', en: 'Hatches' }, min: 0, max: 9, unlessGiven: 0 }),
    status: statusField(),
  },
  unique: [],
})
type Row = {
  id: string
  name: string
  organisation: string
  colour: 'red' | 'blue'
  builtOn: string | null
  lengthMm: number
  capacity: number
  hatches: number
  keeper: string | null
  status: 'enabled' | 'disabled'
}
const rows = (): Expression<Row> => sql<Row>`SELECT`
const list = listReport(tank, {
  title: { zh: '罐', en: 'Tanks' },
  filters: {},
  rows,
  columns: {
    name: 'name',
    organisation: 'organisationId',
    colour: 'colour',
    builtOn: 'builtOn',
    lengthMm: 'lengthMm',
    capacity: 'capacityL',
    hatches: 'hatches',
    keeper: text({ zh: '保管人', en: 'Keeper' }),
    status: 'status',
  },
  sorted: ['name'],
  sort: { by: 'name', order: 'asc' },
})

describe('the list of an entity', () => {
  test('has the path of the entity, and shows its fields in the order of the list', () => {
    expect(list.path).toBe('setting/base_data/test_tank')
    expect(Object.keys(list.columns)).toEqual([
      'name',
      'organisation',
      'colour',
      'builtOn',
      'lengthMm',
      'capacity',
      'hatches',
      'keeper',
      'status',
    ])
  })

  test('takes label, kind and choices of a column from its field, and the unit out of the label', () => {
    expect(list.columns).toMatchObject({
      name: { kind: 'text', label: tank.fields.name.label, sortable: true },
      organisation: { kind: 'organisation', audience: 'sign' },
      colour: {
        kind: 'choice',
        label: tank.fields.colour.label,
        choices: [
          { value: 'red', label: COLOURS.red },
          { value: 'blue', label: COLOURS.blue },
        ],
      },
      builtOn: { kind: 'date', label: tank.fields.builtOn.label },
      lengthMm: { kind: 'number', label: { zh: '长度', en: 'Length' }, unit: 'mm', digits: 0 },
      capacity: { kind: 'number', label: { zh: '容量', en: 'Capacity' }, unit: 'L', digits: 1 },
      hatches: { kind: 'number', label: tank.fields.hatches.label, unit: null, digits: 0 },
      keeper: { kind: 'text', label: { zh: '保管人', en: 'Keeper' }, sortable: false },
      status: { kind: 'choice', label: { zh: '状态', en: 'Status' } },
    })
  })

  test('every list of base data of this package is at the path of its entity, so that its rows are edited by the form of the same name', () => {
    const lists = ALL_REPORTS.filter((report) => 'entity' in report && report.entity !== undefined)
    expect(lists.length).toBeGreaterThan(10)
    for (const report of lists) expect('entity' in report && report.entity?.path).toBe(report.path)
  })
})
