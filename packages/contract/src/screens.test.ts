import { expect, test } from 'vitest'
import { SCREENS } from './screens.ts'

const words = (text: string): string[] => text.trim().split(/\s+/)
/** The routes as the specification spells them, misspellings and all. */
const ROUTES = [
  [
    '[2.4-01]',
    'cargo_monitor/event_report',
    words(`switch_cover_flow switchCover emergency_shut_off_valve empty empty_record real_tank_inventory tank_inventory meter_status
      meter_unload split_unload_record operation_record delivery_record atg_unload station_unload switch_electricity useing_open box_door
      level_trend switchcover_his flow_change switch_variety temp_humidity real_temp_humidity bz_pressure`),
  ],
  [
    '[2.4-02]',
    'cargo_monitor/exception_report',
    words(`alarm_switch_cover alarm_pipe_water alarm_not_empty empty_record_alarm device_event alarm_break_seal bz_abnormal_oil_loading
      alm_high_loss alarm_temp_hum device_alarm alarm_high_pressure`),
  ],
  [
    '[2.4-03]',
    'cargo_monitor/data_analysis',
    words(`oil_loss truck_loss loss_month_rank level_change adnormal_month_summary adnormal_proportion switch_cover_analysis
      handover_analysis`),
  ],
  ['[2.8-05]', 'setting/device_parameter', words('upgrade_file send_message params_files params_record params_bak camera_setup')],
  ['[2.9-01]', 'airtight_detection', words('real_status bz_airtight_detection text_send')],
] as const

/** Screens that the specification does not know. */
const BEYOND: readonly string[] = ['cargo_monitor/data_analysis/gauge_learning', 'setting/alarm_threshold/notice_log']

test.each(ROUTES)('%s every route of %s is a screen of its own, in the order of the specification', (_, folder, names) => {
  const paths = SCREENS.map(({ path }) => path).filter((path) => path.startsWith(`${folder}/`) && !BEYOND.includes(path))
  expect(paths).toEqual(names.map((name) => `${folder}/${name}`))
})

test('[2.8-04] all routes of thresholds are screens, in an order of ours: what belongs together stands together', () => {
  const folder = 'setting/alarm_threshold'
  const names =
    words(`manage_patameter alarm_ding_talk no_abnormal threshold st_abnormal_oil_loading oil_send parameter remote remote_template
    send_pwd modify_record`)
  const paths = SCREENS.map(({ path }) => path).filter((path) => path.startsWith(`${folder}/`) && !BEYOND.includes(path))
  expect(paths.toSorted()).toEqual(names.map((name) => `${folder}/${name}`).toSorted())
})

test('no route and no title stands twice, in either language', () => {
  for (const values of [
    SCREENS.map(({ path }) => path),
    SCREENS.map(({ title }) => title.zh),
    SCREENS.map(({ title }) => title.en.toLowerCase()),
  ])
    expect(new Set(values).size).toBe(SCREENS.length)
})
