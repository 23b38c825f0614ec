import { type Kysely, sql } from 'kysely'

/** The boards of driving safety, devices and water trucks, the live track map, and the playback of water trucks, for roles that have the lists whose rows they show on a map. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const grant = (added: string, holders: string) =>
  `INSERT INTO role_grant (role_id, permission) SELECT role_id, '${added}' FROM role_grant WHERE permission = '${holders}' ON CONFLICT DO NOTHING`

const STATEMENTS = [
  grant('monitor/safe_target', 'active_safety/exception_report/alarm_adas_can'),
  grant('monitor/device_target', 'device_monitor/other_devices/abnormal_monitor'),
  grant('monitor/track_map', 'monitor/playback_track'),
  grant('monitor/sprinkler_monitoring', 'monitor/sprinkler_real_inventory'),
  grant('monitor/sprinkler_playback_track', 'monitor/sprinkler_statistics'),
] as const
