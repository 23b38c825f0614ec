import { type ActionName, ALL_ACTIONS } from '@tanker/contract/actions/all-actions'
import { type ReportRows, type ReportView, ROW_ACTIONS } from '@tanker/contract/report-view'
import { SCREENS } from '@tanker/contract/screens'
import { actionsOf, type AnyReport, reportsOf } from '@tanker/reports/define-report'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACTION_PERMISSIONS } from '@tanker/contract/permissions'
import { REPORTS } from '../app.ts'
import { ALL_PERMISSIONS } from '../platform/access/grants.ts'
import { seedCommands } from '../device-commands/test-commands.ts'
import { seedDeviceTests } from '../features/device-tests/test-device-tests.ts'
import { seedEvidence } from '../features/evidence/test-evidence.ts'
import { seedRollOuts } from '../features/roll-outs/test-roll-outs.ts'
import { seedUpgradeFiles } from '../features/upgrade-files/test-upgrade-files.ts'
import { seedFirmware } from '../features/firmware/test-firmware.ts'
import { seedLearned } from '../features/gauge-learning/test-learned.ts'
import { type SignedIn, startTestApi, type TestApi } from '../platform/http/test-api.ts'
import { seedDeliveries } from '../features/loss/test-delivery.ts'
import { seedNotices } from '../features/alarm-robots/test-notices.ts'
import { seedMessages } from '../features/sms/test-messages.ts'
import { seedParameterTemplates } from '../features/parameter-templates/test-parameter-templates.ts'
import { seedRemoteControl } from '../features/remote-control/test-remote-control.ts'
import { seedTruckPasswords } from '../features/truck-passwords/test-truck-passwords.ts'
import { seedTruckTexts } from '../features/truck-texts/test-truck-texts.ts'
import { seedParameterChanges } from '../features/parameter-changes/test-parameter-changes.ts'
import { seedCameras } from '../features/parameter-files/test-cameras.ts'
import { seedParameterFiles } from '../features/parameter-files/test-parameter-files.ts'
import { seedUploads } from '../features/uploads/test-uploads.ts'
import { actionsFor } from './report-actions.ts'
import { seedFacts, seedPlaces } from './test-facts.ts'
import { seedRepairOrders } from '../features/repair-orders/test-repair-orders.ts'
import { monthAt } from './zoned-month.ts'

type Row = ReportRows['content'][number]

const reports = REPORTS.flatMap(reportsOf).map((report) => [report.path, report] as const)
const configured = { cardSite: 'https://cards.example' }

const PARAMETERS = 'setting/device_parameter/params_files'
const CONTROL = 'setting/alarm_threshold/remote'
const CAMERAS = 'setting/device_parameter/camera_setup'
const PASSWORDS = 'setting/alarm_threshold/send_pwd'
const TEMPLATES = 'setting/alarm_threshold/remote_template'
const UPGRADE_FILES = 'setting/device_parameter/upgrade_file'
const COMMANDS = 'setting/device_parameter/send_message'
const TEXTS = 'airtight_detection/text_send'
const BACKUPS = 'setting/device_parameter/params_bak'
const ALARMS = 'cargo_monitor/exception_report/'
/** Lists whose alarms can be handled; those with a verdict can be judged again. */
const HANDLED = [
  `${ALARMS}bz_abnormal_oil_loading`,
  `${ALARMS}alarm_switch_cover`,
  `${ALARMS}alarm_temp_hum`,
  `${ALARMS}device_alarm`,
  `${ALARMS}empty_record_alarm`,
  `${ALARMS}alm_high_loss`,
  `${ALARMS}alarm_not_empty`,
  `${ALARMS}alarm_high_pressure`,
  `${ALARMS}alarm_break_seal`,
  `${ALARMS}alarm_pipe_water`,
  'driving_monitor/event_report/sign_dura/alarms',
  'driving_monitor/exception_report/alarm_parking',
  'driving_monitor/exception_report/alarm_over_speed',
  'driving_monitor/exception_report/alarm_off_line',
  'driving_monitor/exception_report/alarm_curve_speeding',
  'driving_monitor/exception_report/alarm_emergency',
  'driving_monitor/exception_report/alarm_urgent',
  'active_safety/exception_report/alarm_adas_can',
  'device_monitor/console/alarm_sensing',
  'device_monitor/console/bz_bootup',
  'device_monitor/console/alarm_undervolitage',
  'device_monitor/console/alarm_device_err',
  'device_monitor/other_devices/abnormal_record',
  'device_monitor/device_analysis/abnormal_analysis',
  'device_monitor/other_devices/switch_cover_err',
  'device_monitor/other_devices/bz_powers',
  'device_monitor/other_devices/box_door_err',
  'device_monitor/other_devices/humidity_err',
  'monitor/alarm_record',
]
const UPGRADES = 'setting/base_data/upgrade_mcu/upgrades'
const FILES = 'setting/base_data/upgrade_mcu/files'
const TESTS = 'setting/base_data/test'

/** By action: its lists, the permission it needs besides the screen, and the rows in which it is offered. */
type Rule = {
  readonly on: readonly string[]
  readonly needs?: string
  readonly rows?: (row: Row, may: (wanted: string) => boolean) => boolean
}
const always = (): boolean => true
const RULES: Partial<Record<ActionName, Rule>> = {
  'handle-alarm': { on: HANDLED, needs: 'alarms:handle', rows: (row) => row['handled'] === false },
  'change-verdict': {
    on: [`${ALARMS}alarm_switch_cover`, `${ALARMS}alarm_break_seal`, 'active_safety/exception_report/alarm_adas_can'],
    needs: 'alarms:handle',
    rows: (row) => row['handled'] === true,
  },
  'show-evidence': { on: ['active_safety/exception_report/alarm_adas_can'], rows: (row) => row['evidence'] !== 'none' },
  'sign-handover': { on: ['handover/deliveries'], needs: 'handovers:sign', rows: (row) => row['state'] !== 'signed' },
  'resend-message': { on: ['setting/base_data/message_record'], needs: 'sms:resend', rows: (row) => row['state'] === 'failed' },
  'resend-notice': {
    on: ['setting/alarm_threshold/notice_log'],
    needs: 'sms:resend',
    rows: (row) => row['state'] === 'failed' && row['occasion'] !== 'test' && row['reason'] !== 'superseded' && row['reason'] !== 'handled',
  },
  'top-up': { on: ['setting/base_data/message_recharge/balances'], needs: 'sms:top-up', rows: always },
  'set-robot-address': { on: ['setting/alarm_threshold/alarm_ding_talk'], needs: 'robots:address', rows: always },
  'test-robot': {
    on: ['setting/alarm_threshold/alarm_ding_talk'],
    needs: 'robots:address',
    rows: (row) => row['address'] !== null,
  },
  'decide-fence': {
    on: ['setting/base_data/enclosure_approval'],
    needs: 'setting/base_data/enclosure_approval',
    rows: (row) => row['status'] === 'pending',
  },
  'view-fence-change': {
    on: ['setting/base_data/enclosure_approval'],
    rows: (row, may) => row['status'] !== 'pending' || !may('setting/base_data/enclosure_approval'),
  },
  'correct-fence-of-alarm': {
    on: [`${ALARMS}device_alarm`],
    needs: 'setting/base_data/user_enclosure:change',
    rows: (row) => ['unloaded-outside', 'loaded-outside'].includes(String(row['kind'])),
  },
  'set-driving-thresholds': {
    on: ['setting/alarm_threshold/threshold/organisations', 'setting/alarm_threshold/threshold/trucks'],
    needs: 'thresholds:change',
    rows: always,
  },
  'set-loading-rules': {
    on: ['setting/alarm_threshold/st_abnormal_oil_loading/organisations', 'setting/alarm_threshold/st_abnormal_oil_loading/trucks'],
    needs: 'thresholds:change',
    rows: always,
  },
  'set-parameters': { on: ['setting/alarm_threshold/manage_patameter'], needs: 'thresholds:change', rows: always },
  'repair-selected': {
    on: ['device_monitor/other_devices/abnormal_monitor'],
    needs: 'repairs:manage',
    rows: (row) => row['order'] === 'none',
  },
  'record-phone-call': { on: ['driving_monitor/exception_report/alarm_emergency'], needs: 'alarms:handle', rows: always },
  'repair-order': { on: ['device_monitor/other_devices/abnormal_monitor'], needs: 'repairs:manage', rows: always },
  'read-parameters': { on: [PARAMETERS], rows: (row) => row['state'] !== 'busy' },
  'settle-drift': {
    on: [PARAMETERS, `${PARAMETERS}/differences`],
    needs: 'parameters:send',
    rows: (row) => row['state'] === 'drifted' || row['wanted'] !== undefined,
  },
  'compare-parameters': { on: [PARAMETERS], rows: always },
  'edit-parameters': {
    on: [PARAMETERS],
    needs: 'parameters:send',
    rows: (row) => ['read', 'as-wanted', 'drifted'].includes(String(row['state'])),
  },
  'keep-parameters': {
    on: [PARAMETERS],
    needs: 'parameters:send',
    rows: (row) => ['read', 'as-wanted', 'drifted'].includes(String(row['state'])),
  },
  'set-cameras': {
    on: [CAMERAS],
    needs: 'parameters:send',
    rows: (row) => ['read', 'as-wanted', 'drifted'].includes(String(row['state'])),
  },
  'read-cameras': { on: [CAMERAS], needs: PARAMETERS, rows: (row) => row['state'] !== 'busy' },
  'take-photo': { on: [CAMERAS], needs: 'trucks:control', rows: (row) => row['cameras'] !== null },
  'compare-backup': { on: [BACKUPS], rows: always },
  'restore-backup': { on: [BACKUPS], needs: 'parameters:send', rows: always },
  // The console screen has a password.
  'save-backup': { on: [BACKUPS], needs: 'parameters:send', rows: (row) => row['file'] !== '9' },
  'restore-parameter': {
    on: ['setting/alarm_threshold/modify_record'],
    needs: 'parameters:send',
    // A waiting send does not know the old value yet; passwords are not kept.
    rows: (row) => row['source'] !== 'threshold' && row['old'] !== null && row['old'] !== '***',
  },
  'restore-threshold': {
    on: ['setting/alarm_threshold/modify_record'],
    needs: 'thresholds:change',
    rows: (row) => row['source'] === 'threshold',
  },
  'set-template-values': { on: [TEMPLATES], needs: 'parameters:send', rows: always },
  'apply-template': {
    on: [TEMPLATES],
    needs: 'parameters:send',
    rows: (row) => Number(row['count']) > 0 && row['status'] === 'enabled',
  },
  'send-products': { on: ['setting/alarm_threshold/oil_send'], needs: 'parameters:send' },
  'order-roll-out': {
    on: [UPGRADE_FILES],
    needs: 'upgrade-files:send',
    rows: (row) => row['status'] === 'enabled' && !['tank-chart', 'clear', 'restart'].includes(String(row['type'])),
  },
  'resume-roll-out': { on: [`${COMMANDS}/roll-outs`], needs: 'upgrade-files:send', rows: (row) => row['state'] === 'paused' },
  'stop-roll-out': {
    on: [`${COMMANDS}/roll-outs`],
    needs: 'upgrade-files:send',
    rows: (row) => !['done', 'stopped', 'returned'].includes(String(row['state'])),
  },
  'return-roll-out': {
    on: [`${COMMANDS}/roll-outs`],
    needs: 'upgrade-files:send',
    rows: (row) => row['parameterFile'] !== null && ['paused', 'stopped', 'done'].includes(String(row['state'])),
  },
  'stop-command': {
    on: [COMMANDS],
    needs: 'commands:stop',
    rows: (row) => ['waiting', 'sending', 'synchronizing'].includes(String(row['state'])) && row['kind'] !== 'evidence',
  },
  'control-truck': { on: [CONTROL, COMMANDS], needs: 'trucks:control' },
  'stop-control': { on: [CONTROL], needs: 'trucks:control', rows: (row) => row['state'] === 'waiting' || row['state'] === 'sending' },
  'issue-password': { on: [`${PASSWORDS}/passwords`], needs: 'passwords:issue' },
  'revoke-password': {
    on: [`${PASSWORDS}/passwords`],
    needs: 'passwords:issue',
    rows: (row) => row['state'] === 'unused' || row['state'] === 'not-yet',
  },
  'set-up-password-keys': { on: [`${PASSWORDS}/keys`], needs: 'passwords:issue' },
  'send-text': { on: [TEXTS, COMMANDS], needs: 'texts:send' },
  'stop-text': { on: [TEXTS], needs: 'texts:send', rows: (row) => row['state'] === 'waiting' || row['state'] === 'sending' },
  'repeat-text': { on: [TEXTS], needs: 'texts:send', rows: (row) => row['state'] !== 'waiting' && row['state'] !== 'sending' },
  'send-terminal-parameters': { on: ['setting/alarm_threshold/parameter', COMMANDS], needs: 'parameters:send' },
  'new-test': { on: [TESTS], needs: 'tests:run' },
  'continue-test': { on: [TESTS], needs: 'tests:run', rows: (row) => row['result'] === 'open' },
  'cancel-test': { on: [TESTS], needs: 'tests:run', rows: (row) => row['result'] === 'open' },
  'show-test': { on: [TESTS], rows: (row, may) => row['result'] !== 'open' || !may('tests:run') },
  'print-test': { on: [TESTS], rows: (row) => row['result'] !== 'open' && row['reportNo'] !== null },
  'new-upgrade': { on: [UPGRADES], needs: 'firmware:send' },
  'force-downgrade': { on: [UPGRADES], needs: 'firmware:downgrade' },
  'retry-upgrade': { on: [UPGRADES], needs: 'firmware:send', rows: (row) => ['failed', 'stopped'].includes(String(row['state'])) },
  'abort-upgrade': {
    on: [UPGRADES],
    needs: 'firmware:send',
    rows: (row) => ['waiting', 'sending', 'synchronizing'].includes(String(row['state'])),
  },
  'add-upgrade-file': { on: [UPGRADE_FILES], needs: `${UPGRADE_FILES}:create` },
  'send-upgrade-file': { on: [UPGRADE_FILES], needs: 'upgrade-files:send', rows: (row) => row['status'] === 'enabled' },
  'save-upgrade-file': { on: [UPGRADE_FILES], rows: (row) => row['type'] !== 'clear' && row['type'] !== 'restart' },
  'add-firmware': { on: [FILES], needs: 'firmware:keep' },
  'save-firmware': { on: [FILES], rows: always },
  'remove-firmware': { on: [FILES], needs: 'firmware:keep', rows: always },
  'show-gauge': { on: ['cargo_monitor/data_analysis/gauge_learning'], rows: always },
  'correct-fence': { on: ['setting/base_data/user_enclosure'], needs: 'setting/base_data/user_enclosure:change', rows: always },
  'add-user': { on: ['setting/privilege_account/user'], needs: 'setting/privilege_account/user:create' },
  'reset-password': { on: ['setting/privilege_account/user'], needs: 'users:password', rows: always },
  'reset-second-factor': { on: ['setting/privilege_account/user'], needs: 'users:second-factor', rows: always },
  'user-sessions': { on: ['setting/privilege_account/user'], needs: 'users:sessions', rows: always },
  'integration-keys': { on: ['setting/privilege_account/user'], needs: 'integration:keys' },
  'role-permissions': { on: ['setting/privilege_account/role'], needs: 'setting/privilege_account/role_function', rows: always },
  'copy-role': { on: ['setting/privilege_account/role'], needs: 'setting/privilege_account/role:create', rows: always },
  'tank-table-curve': { on: ['setting/base_data/tank_table'], needs: 'setting/base_data/tank_table', rows: always },
  'send-tank-table': { on: ['setting/base_data/tank_table'], needs: 'setting/base_data/tank_table:change', rows: always },
  'station-tank-curve': { on: ['setting/base_data/atg_tank_table'], needs: 'setting/base_data/atg_tank_table', rows: always },
  'truck-terminal': { on: ['setting/base_data/truck'], needs: 'terminals:manage', rows: always },
  'open-card-site': { on: ['setting/base_data/driver'], needs: 'setting/base_data/driver' },
  'show-id-number': {
    on: ['setting/base_data/driver'],
    needs: 'drivers:id-number',
    rows: (row) => row['idNumber'] !== '' || row['qualification'] !== '',
  },
  'move-rows': { on: ['setting/base_data/truck'], needs: 'setting/base_data/truck:change', rows: always },
}

/** What every list of base data has. */
const rulesOfEntity = ({ path, entity }: AnyReport): Partial<Record<ActionName, Rule>> => {
  if (!entity) return {}
  const [create, change, remove] = ['create', 'change', 'delete'].map((operation) => ({ on: [path], needs: `${path}:${operation}` }))
  const hasStatus = 'status' in entity.fields
  return {
    ...(entity.key === 'user' || entity.key === 'upgrade_file' ? {} : { 'add-row': create }),
    ...(entity.takesSheets ? { 'import-rows': create, 'save-template': create } : {}),
    'edit-row': { ...change, on: [path], rows: always },
    ...(hasStatus
      ? {
          'enable-row': { ...change, on: [path], rows: (row) => row['status'] !== 'enabled' },
          'disable-row': { ...change, on: [path], rows: (row) => row['status'] === 'enabled' },
        }
      : {}),
    'row-history': { on: [path], rows: always },
    'delete-row': { ...remove, on: [path], rows: always },
  }
}

/** Details, levels and speeds open from every row of the lists that have them. */
const OPENS: readonly ActionName[] = [
  'open-detail',
  'open-curve',
  'open-speed',
  'open-trip-curve',
  'prove-delivery',
  'watch-pressure',
  'open-airtight-record',
]

type May = (wanted: string) => boolean
const rulesOf = (report: AnyReport): [ActionName, Rule][] => {
  const own = Object.entries({ ...RULES, ...rulesOfEntity(report) }) as [ActionName, Rule][]
  const opens = actionsOf(report).filter(({ name }) => OPENS.includes(name))
  return [
    ...own.filter(([, { on }]) => on.includes(report.path)),
    ...opens.map(({ name }): [ActionName, Rule] => [name, { on: [report.path], rows: always }]),
  ]
}
const offered = (report: AnyReport, may: May): [ActionName, Rule][] =>
  rulesOf(report).filter(([, { needs }]) => needs === undefined || may(needs))

test('every permission that an action needs can be granted', () => {
  const known = new Set<string>(ALL_PERMISSIONS)
  for (const { permission } of ALL_ACTIONS) if (typeof permission === 'string') expect(known).toContain(permission)
  for (const [path, { entity }] of reports) if (entity) expect(known, path).toContain(`${entity.path}:create`)
})

test('names are unique, an action stands in for one of the same list, and one without a button is not offered in rows', () => {
  expect(new Set(ALL_ACTIONS.map(({ name }) => name)).size).toBe(ALL_ACTIONS.length)
  for (const [path, report] of reports) {
    const names = actionsOf(report).map(({ name }) => name)
    expect(new Set(names).size, path).toBe(names.length)
    for (const { insteadOf } of actionsOf(report)) if (insteadOf !== null) expect(names, path).toContain(insteadOf)
  }
  const used = new Set(reports.flatMap(([, report]) => actionsOf(report).map(({ name }) => name)))
  expect(ALL_ACTIONS.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([])
})

test('each function by itself opens its own actions and no others, and the trade show account gets those that need none', () => {
  for (const [path, report] of reports) {
    for (const held of [null, ...ALL_PERMISSIONS]) {
      const permissions = new Set(held === null ? [] : [held])
      const names = (demo: boolean) =>
        actionsFor(report, { grants: { superMan: false, permissions }, demo }, configured)
          .map(({ name }) => name)
          .toSorted()
      expect(names(false), `${path} with ${held}`).toEqual(
        offered(report, (wanted) => wanted === held)
          .map(([name]) => name)
          .toSorted(),
      )
      expect(names(true), `${path} at the trade show`).toEqual(
        offered(report, () => false)
          .map(([name]) => name)
          .toSorted(),
      )
    }
  }
})

describe('in the rows', () => {
  let server: TestApi
  /** Users by what they may do besides looking at every list. */
  let users: readonly { readonly user: SignedIn; readonly organisation: string; readonly may: May }[]
  /** Actions that were offered in a row, and those that were withheld from one although the user may use them. */
  const seen = { offered: new Set<string>(), withheld: new Set<string>() }

  beforeAll(async () => {
    server = await startTestApi({ trustedProxies: ['127.0.0.1'] })
    const dataFolder = mkdtempSync(join(tmpdir(), 'tanker-actions-'))
    const { pool } = server.database
    const screens = SCREENS.map(({ path }) => path)
    const rowPermissions = ALL_PERMISSIONS.filter((one) => one.includes('/') && one.includes(':'))
    const grant = async (role: string, permissions: readonly string[]): Promise<void> => {
      await pool.query('DELETE FROM role_grant WHERE role_id = (SELECT id FROM role WHERE name = $1)', [role])
      await pool.query(
        'INSERT INTO role_grant (role_id, permission) SELECT role.id, f FROM role, unnest($2::text[]) AS f WHERE role.name = $1',
        [role, permissions],
      )
    }
    await grant('调度员', [...screens, ...ACTION_PERMISSIONS])
    await grant('园林局用户', [...screens, ...rowPermissions])
    await grant('客户', screens)
    await grant('展会演示', ['*'])
    for (const seed of [
      seedFacts,
      // The seals are under repair, the gauges are not.
      (api: TestApi) => seedRepairOrders(api, 'seal'),
      (api: TestApi) => seedEvidence(api, dataFolder),
      seedDeliveries,
      seedPlaces,
      seedMessages,
      seedNotices,
      seedParameterFiles,
      seedCameras,
      seedParameterChanges,
      seedTruckTexts,
      seedRemoteControl,
      seedTruckPasswords,
      seedParameterTemplates,
      seedUploads,
      seedCommands,
      seedDeviceTests,
      seedFirmware,
      seedUpgradeFiles,
      seedRollOuts,
      seedLearned,
    ])
      await seed(server)
    // The console system of one truck is being read.
    await pool.query(
      `INSERT INTO device_command (truck_id, organisation_id, kind, form_values, state, max_tries, ordered_by, ordered_at)
       SELECT id, organisation_id, 'read-file', '{"file": 7}', 'waiting', 3, '', $1 FROM truck WHERE plate = '苏A00002'`,
      [server.now],
    )
    for (const table of ['place', 'driver', 'fence'])
      await pool.query(`UPDATE ${table} SET enabled = false WHERE id = (SELECT max(id) FROM ${table})`)
    await pool.query(`INSERT INTO driver (organisation_id, name, code)
      SELECT organisation_id, '钱', '9001' FROM driver LIMIT 1`)
    await pool.query(`UPDATE alarm SET properties = jsonb_set(properties::jsonb, '{kind}', '"unloaded-outside"')
      WHERE id IN (SELECT min(id) FROM alarm WHERE type = 329 AND superseded_at IS NULL GROUP BY organisation_id)`)
    await pool.query(`INSERT INTO fence_approval (fence_id, organisation_id, fence_name, type, new_terms, area_change_m2, maker_ids, modifier, modified_at, status, approved_at)
      SELECT fence_id, organisation_id, '乙区', type, new_terms, area_change_m2, maker_ids, modifier, modified_at, 'refused', now() FROM fence_approval LIMIT 1`)
    await pool.query(`UPDATE handover SET status = 'signed', signed_at = unloaded_at WHERE ctid IN (SELECT ctid FROM handover LIMIT 1)`)
    const held =
      (permissions: readonly string[]): May =>
      (wanted) =>
        permissions.includes(wanted)
    users = [
      { user: await server.signIn('admin'), organisation: 'G', may: () => true },
      { user: await server.signIn('anna'), organisation: 'A', may: held([...screens, ...ACTION_PERMISSIONS]) },
      { user: await server.signIn('water'), organisation: 'B', may: held([...screens, ...rowPermissions]) },
      { user: await server.signIn('carl'), organisation: 'A1', may: held(screens) },
      { user: await server.signIn('demo'), organisation: 'A', may: () => false },
    ]
  }, 60_000)
  afterAll(() => server.close())

  const required = (view: ReportView, organisation: string): Record<string, unknown> =>
    Object.fromEntries(
      view.filters
        .filter((filter) => filter.required)
        .map(({ name, kind, choices, maxDays }) => {
          const organisationIds = [server.organisationId(organisation)]
          const days = Math.min(maxDays ?? 7, 7)
          const from = new Date(server.now.getTime() - days * 86_400_000 + 60_000).toISOString()
          if (kind === 'organisations') return [name, { organisationIds }]
          if (kind === 'truck-or-organisation') return [name, { truckIds: [], organisationIds }]
          if (kind === 'truck') return [name, undefined]
          if (kind === 'period') return [name, { from, to: server.now.toISOString() }]
          return [name, kind === 'month' ? monthAt(server.now, 'Asia/Shanghai') : choices[0]?.value]
        }),
    )

  test.each(reports)('%s: each action stands in the rows and before the users that it is for', async (path, report) => {
    for (const { user, organisation, may } of users) {
      const address = {
        'x-forwarded-for': `10.${users.findIndex((one) => one.user === user)}.${reports.findIndex(([one]) => one === path)}.1`,
      }
      const view = (await user.get<ReportView>(`/reports/${path}`, {}, address)).data
      const expected = offered(report, may).filter(([name]) => name !== 'open-card-site')
      expect(view.actions.map(({ name }) => name).toSorted()).toEqual(expected.map(([name]) => name).toSorted())
      const filters = JSON.stringify(required(view, organisation))
      const { content } = (await user.get<ReportRows>(`/reports/${path}/rows`, { filters, size: 200 }, address)).data
      for (const row of content) {
        const names = expected.flatMap(([name, { rows }]) => (rows?.(row, may) ? [name] : []))
        expect(((row[ROW_ACTIONS] ?? []) as string[]).toSorted()).toEqual(names.toSorted())
        for (const [name, { rows }] of expected) if (rows) seen[rows(row, may) ? 'offered' : 'withheld'].add(name)
      }
    }
  })

  test('every action was met in a row, and every one with a condition also in a row without it', () => {
    const onRows = ALL_ACTIONS.filter(({ buttons }) => 'row' in buttons || 'rows' in buttons)
    expect(onRows.map(({ name }) => name).filter((name) => !seen.offered.has(name))).toEqual([])
    const withCondition = onRows.filter(({ appliesTo, insteadOf }) => appliesTo !== null || insteadOf !== null)
    expect(withCondition.map(({ name }) => name).filter((name) => !seen.withheld.has(name))).toEqual([])
  })
})
