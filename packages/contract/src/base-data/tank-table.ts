import { misfitsOf } from '@tanker/domain/tank/tank-table-text'
import type { Text } from '@tanker/domain/texts/text'
import { sendTankTable, tankTableCurve } from '../actions/tank-tables.ts'
import { defineEntity, type FieldProblems } from './define-entity.ts'
import { codeField, litresField, effectiveField, truckField, wholeField, yesNoField } from './fields.ts'
import { levelsField, problemWords, tableOfLevels } from './levels-field.ts'

/** Spec 4.5: how a tank table stands between the platform and its truck. */
export const TANK_TABLE_STATES = {
  'not-sent': { zh: '未发送', en: 'Not sent' },
  sending: { zh: '发送中', en: 'Sending' },
  synchronizing: { zh: '同步中', en: 'Synchronizing' },
  synced: { zh: '同步完成', en: 'Synchronized' },
  'sync-failed': { zh: '同步失败', en: 'Synchronization failed' },
  'table-failed': { zh: '容积表发送失败', en: 'Volume table failed' },
  'pipe-failed': { zh: '管油发送失败', en: 'Pipe volume failed' },
  current: { zh: '当前使用', en: 'In use' },
  history: { zh: '历史', en: 'History' },
} as const satisfies Record<string, Text>

/** Spec 5.3: how often a tank table is tried to be sent. */
export const SEND_TRIES = { min: 2, max: 20 } as const

type Sized = { readonly rows: string; readonly capacityL: number; readonly tankHeightMm: number }

const dataRow = (row: number): Text => ({ zh: `第 ${row} 行数据：`, en: `row ${row}: ` })

/** Whether a table can be that of the tank that is named beside it. */
export function checkLevels({ rows, capacityL, tankHeightMm }: Sized): FieldProblems {
  const misfits = misfitsOf(tableOfLevels(rows), { capacityL, tankHeightMm })
  if (misfits.length === 0) return {}
  const words = problemWords(misfits, dataRow)
  return { rows: { zh: `罐容表文件与罐体不符，${words.zh}。`, en: `The table file does not fit the tank: ${words.en}.` } }
}

/** A tank table of one compartment, to be sent to its truck (spec 3.8, 5.3). */
export const tankTable = defineEntity({
  path: 'setting/base_data/tank_table',
  name: { zh: '罐容表', en: 'Tank table' },
  nameField: 'serial',
  fields: {
    truckId: truckField({ label: { zh: '车辆', en: 'Truck' }, required: true }),
    compartment: wholeField({ label: { zh: '仓号', en: 'Compartment' }, required: true, min: 1, max: 10, unlessGiven: 1, example: '1' }),
    serial: codeField({ label: { zh: '序列号', en: 'Serial number' }, required: true, max: 40, example: '25080000011' }),
    tankHeightMm: wholeField({
      label: { zh: '罐高 (mm)', en: 'Tank height (mm)' },
      required: true,
      min: 100,
      max: 5_000,
      unlessGiven: 0,
      example: '1000',
    }),
    capacityL: litresField({ label: { zh: '容量 (L)', en: 'Capacity (L)' }, min: 1, max: 100_000, example: '5000' }),
    pipeCapacityL: litresField({ label: { zh: '管容 (L)', en: 'Pipe capacity (L)' }, min: 0, max: 5_000, example: '1' }),
    effectiveAt: effectiveField(),
    maxTries: wholeField({
      label: { zh: '最大发送次数', en: 'Max. sends' },
      hint: { zh: '2 到 20 次', en: '2 to 20' },
      required: true,
      ...SEND_TRIES,
      unlessGiven: 3,
      example: '3',
    }),
    restart: yesNoField({ label: { zh: '发送后重启主机', en: 'Restart the console' }, unlessGiven: 'no' }),
    clearFiles: yesNoField({ label: { zh: '清除旧文件', en: 'Clear old files' }, unlessGiven: 'no' }),
    rows: levelsField('# 1.txt\n0,0\n500,2400\n1000,5000'),
  },
  unique: [
    {
      field: 'effectiveAt',
      text: {
        zh: '该仓已有同一生效时间的罐容表，请换一个时间。',
        en: 'This compartment already has a tank table from that time; choose another.',
      },
    },
  ],
  // What went down belongs to one compartment; another one gets a table of its own.
  settled: ['truckId', 'compartment'],
  takesSheets: false,
  actions: [tankTableCurve, sendTankTable],
  check: checkLevels,
})
