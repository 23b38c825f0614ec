import { judgeDeviceTest } from '@tanker/domain/devices/judge-device-test'
import type { RunningProduct } from './running-product.ts'

/** A failed test of a truck's devices, and three upgrades of them: done, on its way, failed. */
export async function storeDeviceFixtures({ database: { pool } }: RunningProduct, truckId: number): Promise<void> {
  const equipment = { model: 'oil-tanker', compartments: [1, 2], probes: [], meters: 1, cameras: ['cab'] } as const
  const steps = judgeDeviceTest(equipment, { startedAt: 0, until: 0, contactAt: null, readings: [] }, {}).map((step, index) => ({
    ...step,
    state: index === 8 ? 'failed' : 'passed',
  }))
  await pool.query(
    `INSERT INTO device_test (truck_id, plate, console_code, tester_id, tester, state, started_at, ended_at, equipment, steps, report_count, report_no, remark)
     SELECT truck.id, plate, console_code, app_user.id, user_name, 'failed', now() - interval '3 hours', now() - interval '140 minutes', $2, $3, 1,
       'DT-20260318-001', '1仓人孔盖未报关闭' FROM truck, app_user WHERE truck.id = $1 AND user_name = 'admin'`,
    [truckId, JSON.stringify(equipment), JSON.stringify(steps)],
  )
  await storeConnections(pool)
  await storeSentFiles(pool, truckId)
  await pool.query(
    `INSERT INTO device_command (truck_id, organisation_id, kind, form_values, state, result, tries, max_tries, ordered_by, ordered_at, finished_at, had, answer)
     SELECT truck.id, organisation_id, 'set-parameters', values::jsonb, state, result, tries, 3, 'admin', now() - ago, CASE WHEN state <> 'waiting' THEN now() - ago + interval '20 seconds' END,
       convert_to(had, 'UTF8'), convert_to(answer, 'UTF8')
     FROM truck, (VALUES ('{"values": {"1": 90, "32": 2}, "reason": "节省流量"}', 'done', NULL, 1, '{"1": 60, "32": 0}', '{"1": 90, "32": 2}', interval '70 minutes'),
       ('{"values": {"85": 80}, "reason": "限速调整"}', 'failed', 'read-back', 3, '{"85": 90}', '{"85": 90}', interval '45 minutes'),
       ('{"values": {"39": 120}, "reason": "停驶车辆"}', 'waiting', NULL, 0, NULL, NULL, interval '5 minutes')) AS sent (values, state, result, tries, had, answer, ago)
     WHERE truck.id = $1`,
    [truckId],
  )
  await pool.query(
    `INSERT INTO device_command (truck_id, organisation_id, kind, form_values, state, result, tries, max_tries, ordered_by, ordered_at, finished_at, answer)
     SELECT truck.id, organisation_id, 'remote-control', json_build_object('command', command, 'reason', reason), state, result, 1, 3, 'admin', now() - ago,
       now() - ago + interval '2 seconds', convert_to(answer, 'UTF8')
     FROM truck, (VALUES ('locate', '核实停靠位置', 'done', NULL, '{"lat": 31.412345, "lng": 120.612345, "speedKmh": 42}', interval '62 minutes'),
       ('restart', '终端无响应', 'failed', 'unknown', NULL, interval '40 minutes'),
       ('lock-doors', '停驶封车', 'failed', 'read-back', NULL, interval '20 minutes')) AS sent (command, reason, state, result, answer, ago)
     WHERE truck.id = $1`,
    [truckId],
  )
  const products = [
    { ptNo: 92, ptName: '92#', ptVEC: 0.0012, ptDensity: 0.735 },
    { ptNo: 95, ptName: '95#', ptVEC: 0.0012, ptDensity: 0.7425 },
    { ptNo: 0, ptName: '0#', ptVEC: 0.00083, ptDensity: 0.84 },
  ]
  await pool.query(
    `INSERT INTO device_command (truck_id, organisation_id, kind, form_values, state, tries, max_tries, ordered_by, ordered_at, finished_at)
     SELECT truck.id, organisation_id, 'write-file', $2, 'done', 1, 3, 'admin', now() - interval '80 minutes', now() - interval '79 minutes'
     FROM truck WHERE truck.id = $1`,
    [truckId, JSON.stringify({ file: 8, seen: 0, reason: '新增95号汽油', products })],
  )
  await pool.query(
    `INSERT INTO truck_password (truck_id, organisation_id, terminal_id, operation, number, valid_from, valid_to, reason, issued_by, issued_at, revoked_at)
     SELECT truck.id, organisation_id, 'TK81001', operation, number, now() - ago, now() - ago + lasts, reason, 'admin', now() - ago, CASE WHEN revoked THEN now() - ago + interval '3 minutes' END
     FROM truck, (VALUES ('open', 1, interval '20 minutes', interval '130 minutes', '油站无网络，现场开盖', false), ('repair', 2, interval '-2 hours', interval '8 hours', '维修厂更换探头', false),
       ('print', 3, interval '5 hours', interval '40 minutes', '补打小票', false), ('product', 4, interval '50 minutes', interval '130 minutes', '客户改为95号汽油', true))
       AS issued (operation, number, ago, lasts, reason, revoked)
     WHERE truck.id = $1`,
    [truckId],
  )
  await pool.query(
    `INSERT INTO device_command (truck_id, organisation_id, kind, form_values, state, result, tries, max_tries, ordered_by, ordered_at, finished_at, expires_at)
     SELECT truck.id, organisation_id, 'send-text', json_build_object('text', words, 'urgent', urgent, 'show', true, 'speak', speak), state, result, tries, 3,
       'admin', now() - ago, CASE WHEN state <> 'waiting' THEN now() - ago + interval '2 seconds' END, now() - ago + interval '1 hour'
     FROM truck, (VALUES ('途中禁止打开舱口和阀门', false, true, 'done', NULL, 1, interval '52 minutes'),
       ('请尽快与调度联系', true, true, 'failed', 'refused', 1, interval '34 minutes'),
       ('前方路段拥堵，请绕行', false, false, 'waiting', NULL, 0, interval '3 minutes')) AS sent (words, urgent, speak, state, result, tries, ago)
     WHERE truck.id = $1`,
    [truckId],
  )
  const { rows } = await pool.query<{ id: number }>(`INSERT INTO command_file (content) VALUES ('firmware') RETURNING id`)
  await pool.query(
    `INSERT INTO device_command (truck_id, organisation_id, kind, device, file_id, file_name, crc32, sha256, total_bytes, acked_bytes, old_version, new_version,
       state, result, tries, max_tries, ordered_by, ordered_at, started_at, finished_at)
     SELECT truck.id, organisation_id, 'upgrade', device, $2, device || '_2.7.0.bin', 0, sha256('firmware'), 600000, acked, old, 'FW2.7.0', state, result, tries, 3,
       'admin', now() - ago, now() - ago, CASE WHEN state <> 'sending' THEN now() - ago + interval '4 minutes' END
     FROM truck, (VALUES ('console', 600000, 'FW2.6.1', 'done', NULL, 1, interval '50 minutes'), ('controller', 276000, 'FW2.4.0', 'sending', NULL, 1, interval '2 minutes'),
       ('gauge', 600000, NULL, 'failed', 'device', 3, interval '35 minutes')) AS reply (device, acked, old, state, result, tries, ago)
     WHERE truck.id = $1`,
    [truckId, rows[0]?.id],
  )
}

/** Two connections of each terminal: one that ended in the night for one of the reasons, and the one that lasts. */
async function storeConnections(pool: RunningProduct['database']['pool']): Promise<void> {
  await pool.query(
    `INSERT INTO terminal_session (truck_id, epoch, organisation_id, gateway, port, phone, terminal_id, address, connected_at, signed_in_at, seen_at, ended_at,
       reason, received_bytes, sent_bytes, signal, weakest_signal, also_connected)
     SELECT truck.id, round, organisation_id, 'gateway-1', 6808, terminal_phone, terminal_id, '10.20.0.' || truck.id, at - interval '1 second', at,
       coalesce(ended, now()), ended, CASE WHEN round = 1 THEN reasons[1 + truck.id % 6] END, 48200 * (truck.id % 7 + 1), 9300 * (truck.id % 5 + 1),
       14 + truck.id % 17, 4 + truck.id % 11, round = 1 AND truck.id % 6 = 2
     FROM truck, generate_series(1, 2) AS round, (SELECT ARRAY['timeout', 'terminal', 'replaced', 'network', 'platform', 'server-stopped'] AS reasons) AS why,
       LATERAL (SELECT CASE round WHEN 1 THEN now() - interval '9 hours' ELSE now() - interval '4 hours' END - truck.id * interval '3 minutes' AS at) AS began,
       LATERAL (SELECT CASE WHEN round = 1 THEN at + interval '200 minutes' - truck.id % 9 * interval '11 minutes' END AS ended) AS ends
     WHERE enabled`,
  )
}

/** A library of upgrade files, and what two trucks reported of their cameras: one as it was set, one that differs. */
async function storeSentFiles(pool: RunningProduct['database']['pool'], truckId: number): Promise<void> {
  await pool.query(
    `INSERT INTO upgrade_file (organisation_id, type, description, release, restart_delay_min, file_name, size_bytes, crc32, parameter_file, enabled, uploaded_by, uploaded_at)
     SELECT organisation_id, kept.type, description, release, delay, file_name, bytes, crc, parameter_file, kept.enabled, 'admin', now() - ago
     FROM truck, (VALUES ('console', '修正温度补偿', 'FW2.7.0', 10, 'FW2.7.0.bin', 120000, 2517487009, NULL, true, interval '2 hours'),
       ('controller-parameters', '夏季铅封参数', '2026-06', NULL, 'elscfg.txt', 1840, 305419896, 2, true, interval '26 hours'),
       ('tank-chart', '同型罐体的罐容表', '2026-01', 0, '罐容表.txt', 4200, 2596069104, NULL, true, interval '3 days'),
       ('clear', '更换罐容表后清除旧文件', '1', 5, '', 0, NULL, NULL, true, interval '4 days'),
       ('restart', '夜间重启主机', '1', 60, '', 0, NULL, NULL, false, interval '5 days'))
       AS kept (type, description, release, delay, file_name, bytes, crc, parameter_file, enabled, ago) WHERE truck.id = $1`,
    [truckId],
  )
  const cameras = Buffer.from(
    'camSim=14400000001\ncamCount=4\nrecEn=1\nrecStart=0500\nrecEnd=2200\nrecHold=10000\nrtMask=5\nhdMask=1\ncamMask3=3\n',
  )
  await pool.query(
    `INSERT INTO parameter_file (truck_id, file, reported, reported_at, wanted, wanted_at, wanted_by)
     SELECT id, 7, $2::bytea, now() - interval '30 minutes', CASE WHEN id = $1::int THEN $2::bytea ELSE $3::bytea END, now() - interval '31 minutes', 'admin'
     FROM (SELECT id FROM truck ORDER BY id = $1::int DESC, id LIMIT 2) AS chosen
     ON CONFLICT (truck_id, file) DO NOTHING`,
    [truckId, cameras, Buffer.from(cameras.toString().replace('recHold=10000', 'recHold=20000'))],
  )
}
