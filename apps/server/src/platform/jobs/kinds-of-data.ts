import type { Text } from '@tanker/domain/texts/text'

/** Rows of one table that are removed once `column` is before the cut-off. */
type TableRows = {
  readonly table: string
  /** A timestamptz column, or an expression of the row. */
  readonly column: string
  /** Only rows that meet this condition are removed. */
  readonly where?: string
}

/** A kind of data with its own retention. */
export type KindOfData = {
  readonly title: Text
  readonly defaultDays: number
  /** Minimum; required by a rule of the trade or another part of the product. */
  readonly leastDays: number
  /** In this order, so that referring rows are removed first. Positions are removed by whole days and have none. */
  readonly rows: readonly TableRows[]
}

/**
 * Every kind of data with a retention. Everything else is kept: base data, the change history and the sign-in log (their chains
 * would break), device-test reports and firmware.
 */
export const KINDS_OF_DATA = {
  // Transport rules ask for half a year of positions; 13 months allow a comparison with the year before.
  positions: {
    title: { zh: '定位与传感器数据', en: 'Positions and readings' },
    defaultDays: 400,
    leastDays: 183,
    rows: [
      { table: 'upload_hour', column: 'hour' },
      { table: 'upload_gap', column: 'ended_at' },
      { table: 'track_cell', column: 'hour' },
      { table: 'video_traffic', column: 'day' },
      { table: 'terminal_session', column: 'signed_in_at', where: 'ended_at IS NOT NULL' },
    ],
  },
  // Violations are kept for three years by the same rules. Deliveries and their papers go with the records they are made from.
  events: {
    title: { zh: '报警、记录与配送', en: 'Alarms, records and deliveries' },
    defaultDays: 1_825,
    leastDays: 1_095,
    rows: [
      { table: 'alarm', column: 'started_at' },
      { table: 'record', column: 'started_at' },
      // Removing a trip's record marks the trip as due for settlement; there is nothing left to settle.
      { table: 'delivery_due', column: 'to_at' },
      { table: 'handover', column: 'trip_started_at' },
      { table: 'delivery_line', column: 'trip_started_at' },
      { table: 'delivery', column: 'trip_started_at' },
      { table: 'slip', column: 'planned_at' },
      { table: 'meter_ticket', column: 'loaded_at' },
      { table: 'station_gauge', column: 'ended_at' },
      { table: 'repair_order', column: 'created_at' },
    ],
  },
  // The files themselves are removed with their day by a job of their own.
  evidence: {
    title: { zh: '照片、报警图片与视频', en: 'Photos, and pictures and clips of alarms' },
    defaultDays: 90,
    leastDays: 30,
    rows: [
      { table: 'evidence_file', column: 'received_at' },
      { table: 'evidence_request', column: 'created_at' },
      { table: 'photo', column: 'received_at' },
    ],
  },
  // Late readings older than the oldest checkpoint are stored and shown, but no longer judged.
  checkpoints: {
    title: { zh: '检测检查点', en: 'Detection checkpoints' },
    defaultDays: 62,
    leastDays: 8,
    rows: [{ table: 'checkpoint', column: 'at' }],
  },
  // Web consoles and message jobs read it behind a cursor; the slowest of them is hours behind, not days.
  outbox: {
    title: { zh: '报警推送队列', en: 'Alarm feed' },
    defaultDays: 30,
    leastDays: 2,
    // The newest row marks the end of the feed.
    rows: [{ table: 'outbox', column: 'created_at', where: 'seq < (SELECT max(seq) FROM outbox)' }],
  },
  sessions: {
    title: { zh: '登录会话', en: 'Sessions' },
    defaultDays: 90,
    leastDays: 1,
    rows: [
      { table: 'session', column: 'coalesce(ended_at, expires_at)' },
      { table: 'card_ticket', column: 'expires_at' },
    ],
  },
  quarantine: {
    title: { zh: '异常报文', en: 'Frames set aside' },
    defaultDays: 90,
    leastDays: 7,
    rows: [{ table: 'quarantine', column: 'received_at' }],
  },
  messages: {
    title: { zh: '短信记录', en: 'Text messages' },
    defaultDays: 400,
    leastDays: 31,
    rows: [{ table: 'sms_message', column: 'created_at', where: `state IN ('sent', 'failed')` }],
  },
  mails: {
    title: { zh: '报警通知与邮件报表记录', en: 'Alarm notices and mailed reports' },
    defaultDays: 30,
    leastDays: 2,
    rows: [
      { table: 'notice', column: 'created_at' },
      { table: 'mailed_report_file', column: 'made_at' },
    ],
  },
  orders: {
    title: { zh: '下发记录', en: 'Device commands' },
    defaultDays: 400,
    leastDays: 31,
    rows: [
      { table: 'device_command', column: 'finished_at' },
      { table: 'roll_out', column: 'ended_at' },
      { table: 'truck_password', column: 'valid_to' },
      {
        table: 'command_file',
        column: `'-infinity'::timestamptz`,
        where: `NOT EXISTS (SELECT FROM device_command o WHERE o.file_id = command_file.id)
          AND NOT EXISTS (SELECT FROM firmware_file f WHERE f.file_id = command_file.id)
          AND NOT EXISTS (SELECT FROM upgrade_file u WHERE u.file_id = command_file.id)`,
      },
    ],
  },
  // At most 50 of a truck's file; the newest stays, since it may be the only copy of what a truck had.
  backups: {
    title: { zh: '参数备份', en: 'Parameter backups' },
    defaultDays: 1_825,
    leastDays: 31,
    rows: [
      {
        table: 'parameter_backup',
        column: 'taken_at',
        where: `EXISTS (SELECT FROM parameter_backup newer WHERE newer.truck_id = parameter_backup.truck_id
          AND newer.file = parameter_backup.file AND newer.taken_at > parameter_backup.taken_at)`,
      },
    ],
  },
  runs: {
    title: { zh: '数据清理记录', en: 'Clean-up runs' },
    defaultDays: 400,
    leastDays: 31,
    rows: [{ table: 'retention_run', column: 'started_at' }],
  },
} as const satisfies Readonly<Record<string, KindOfData>>

export type DataKind = keyof typeof KINDS_OF_DATA
export const DATA_KINDS = Object.keys(KINDS_OF_DATA) as readonly DataKind[]

/** Retention of each kind of data, days. */
export type KeepDays = Readonly<Record<DataKind, number>>

const MAX_DAYS = 36_500

/** Invalid text of days per kind; the message names the problem and the allowed values. */
export class WrongKeepDays extends Error {}

/**
 * Days by kind from text such as `positions=400,events=1825`; other kinds keep their defaults.
 * @throws WrongKeepDays
 */
export function keepDaysOf(text: string): KeepDays {
  const days: Record<string, number> = Object.fromEntries(DATA_KINDS.map((kind) => [kind, KINDS_OF_DATA[kind].defaultDays]))
  for (const part of text.split(',').map((one) => one.trim())) {
    if (part === '') continue
    const [, name = '', number = ''] = /^([a-z]+)\s*=\s*(\d{1,6})$/.exec(part) ?? []
    const kind = DATA_KINDS.find((one) => one === name)
    if (kind === undefined) throw new WrongKeepDays(`${part}: write kind=days; the kinds are ${DATA_KINDS.join(', ')}.`)
    const { leastDays } = KINDS_OF_DATA[kind]
    if (Number(number) < leastDays || Number(number) > MAX_DAYS)
      throw new WrongKeepDays(`${part}: ${kind} are kept for ${leastDays} to ${MAX_DAYS} days.`)
    days[kind] = Number(number)
  }
  const keep = days as KeepDays
  if (keep.checkpoints > keep.positions)
    throw new WrongKeepDays(`checkpoints=${keep.checkpoints}: checkpoints are not kept for longer than positions (${keep.positions} days).`)
  return keep
}
