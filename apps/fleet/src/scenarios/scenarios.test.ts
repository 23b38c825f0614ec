import { expect, test } from 'vitest'
import { allScenarios } from './all-scenarios.ts'

/** Reports of the cargo monitor that an ordinary day fills, without anything going wrong; papers come with the slips. */
const fedByOrdinaryDays: readonly string[] = [
  'event_report/switch_cover_flow',
  'event_report/switchCover',
  'event_report/emergency_shut_off_valve',
  'event_report/empty',
  'event_report/empty_record',
  'event_report/real_tank_inventory',
  'event_report/tank_inventory',
  'event_report/meter_status',
  'event_report/meter_unload',
  'event_report/split_unload_record',
  'event_report/operation_record',
  'event_report/delivery_record',
  'event_report/atg_unload',
  'event_report/station_unload',
  'event_report/useing_open',
  'event_report/box_door',
  'event_report/level_trend',
  'event_report/switchcover_his',
  'event_report/flow_change',
  'event_report/temp_humidity',
  'event_report/real_temp_humidity',
  'event_report/bz_pressure',
  'data_analysis/oil_loss',
  'data_analysis/truck_loss',
  'data_analysis/loss_month_rank',
  'data_analysis/level_change',
  'data_analysis/adnormal_month_summary',
  'data_analysis/adnormal_proportion',
  'data_analysis/switch_cover_analysis',
  'data_analysis/handover_analysis',
]

/** Spec 2.4: the reports of the cargo monitor. */
const cargoReports: Readonly<Record<string, readonly string[]>> = {
  event_report: [
    'switch_cover_flow',
    'switchCover',
    'emergency_shut_off_valve',
    'empty',
    'empty_record',
    'real_tank_inventory',
    'tank_inventory',
    'meter_status',
    'meter_unload',
    'split_unload_record',
    'operation_record',
    'delivery_record',
    'atg_unload',
    'station_unload',
    'switch_electricity',
    'useing_open',
    'box_door',
    'level_trend',
    'switchcover_his',
    'flow_change',
    'switch_variety',
    'temp_humidity',
    'real_temp_humidity',
    'bz_pressure',
  ],
  exception_report: [
    'alarm_switch_cover',
    'alarm_pipe_water',
    'alarm_not_empty',
    'empty_record_alarm',
    'device_event',
    'alarm_break_seal',
    'bz_abnormal_oil_loading',
    'alm_high_loss',
    'alarm_temp_hum',
    'device_alarm',
    'alarm_high_pressure',
  ],
  data_analysis: [
    'oil_loss',
    'truck_loss',
    'loss_month_rank',
    'level_change',
    'adnormal_month_summary',
    'adnormal_proportion',
    'switch_cover_analysis',
    'handover_analysis',
  ],
}
const paths = Object.entries(cargoReports).flatMap(([section, names]) => names.map((name) => `${section}/${name}`))

test('each of the 43 cargo reports is fed by ordinary days or by a scenario, and the table of contents names no other', () => {
  const fed = new Set([...fedByOrdinaryDays, ...allScenarios.flatMap(({ feeds }) => feeds)])
  expect(paths).toHaveLength(43)
  expect(paths.filter((path) => !fed.has(path))).toEqual([])
  expect([...fed].filter((one) => typeof one === 'string' && one.includes('/') && !paths.includes(one))).toEqual([])
})

test('each alarm of cargo custody has a scenario that raises it', () => {
  const fed = new Set(allScenarios.flatMap(({ feeds }) => feeds))
  const custody = [1, 3, 202, 207, 208, 209, 210, 211, 310, 311, 320, 321, 322, 323, 324, 326, 327, 329, 330]
  expect(custody.filter((code) => !fed.has(code))).toEqual([])
})
