import type { TestApi } from '../../platform/http/test-api.ts'
import { A_VIEW } from '../named-views/test-views.ts'

/** Each user has a mail address and one mailed report, which was sent once. */
export async function seedMailedReports({ database: { pool }, now }: TestApi): Promise<void> {
  await pool.query(`UPDATE app_user SET email = 'user' || id || '@example.com'`)
  await pool.query(
    `INSERT INTO mailed_report (user_id, report, name, content, rhythm, hour, zone, language, user_ids, addresses, next_at, try_at)
     SELECT id, 'monitor/alarm_record', '外人邮件' || user_name, $1, 'daily', 7, 'Asia/Shanghai', 'zh', ARRAY[id], '{}', $2, $2 FROM app_user`,
    [A_VIEW, now],
  )
  await pool.query(
    `INSERT INTO mailed_report_file (mailed_report_id, due_at, made_at, by_hand, rows, problem, subject, content, file_name)
     SELECT id, $1, $1, false, 0, '', name, '', '' FROM mailed_report`,
    [now],
  )
  await pool.query(
    `INSERT INTO mailed_report_mail (file_id, address, state, next_at) SELECT f.id, u.email, 'sent', $1
     FROM mailed_report_file f JOIN mailed_report m ON m.id = f.mailed_report_id JOIN app_user u ON u.id = m.user_id`,
    [now],
  )
}
