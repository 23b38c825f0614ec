import { type Kysely, sql } from 'kysely'

/** Text messages and mails of alarms from a grade on, and text messages in English. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `ALTER TABLE sms_number
     ADD COLUMN least_grade text NOT NULL DEFAULT 'yellow' CHECK (least_grade IN ('yellow', 'red', 'black')),
     ADD COLUMN language text NOT NULL DEFAULT 'zh' CHECK (language IN ('zh', 'en'))`,
  `ALTER TABLE user_alarm
     ADD COLUMN email_least_grade text NOT NULL DEFAULT 'yellow' CHECK (email_least_grade IN ('yellow', 'red', 'black'))`,
]
