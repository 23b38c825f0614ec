import type { Db } from '@tanker/database/connection'
import type { NoticeReason, RobotChannelName } from '@tanker/domain/alarms/notice'
import type { Language } from '@tanker/domain/texts/text'
import { sql } from 'kysely'
import { type SealKey, secretSeal } from '../../platform/access/secret-seal.ts'
import { deliverQueue, type SendAnswer } from '../../platform/messages/deliver-queue.ts'
import type { AllowedHosts } from '../../platform/outgoing/outgoing-address.ts'
import { ROBOT_CHANNEL_LIST } from './channels/all-channels.ts'
import type { RobotAddress } from './channels/robot-channel.ts'
import { messageOf, type QueuedNotice } from './robot-words.ts'
import { GAP_MS, sendToRobot } from './send-to-robot.ts'

const FIRST_RETRY_MS = 60_000
const MAX_TRIES = 5
/** Notices that one message sums up. */
const MAX_IN_ONE_MESSAGE = 500
/** Robots that are sent to at the same time, so that one that does not answer does not hold up the others. */
const MAX_ROBOTS_AT_ONCE = 4

export type RobotOptions = {
  readonly now: () => Date
  readonly sealKey: SealKey
  readonly allowed: AllowedHosts
  readonly isClosing?: () => boolean
}

type Row = QueuedNotice & { readonly id: string; readonly tries: number } & {
  readonly robot_id: number
  readonly channel: RobotChannelName
  readonly language: Language
  readonly sealed_address: Buffer
  readonly sealed_secret: Buffer | null
}

/** What one message is made of: all that is due for a robot. */
type Batch = { readonly rows: readonly Row[]; readonly robot: Row }

/** Sends what is due for robots, one message for each robot and turn. */
export async function deliverNotices(db: Db, options: RobotOptions): Promise<void> {
  await giveUp(db, options.now())
  const worker = (): Promise<boolean> =>
    deliverQueue<Batch>(
      db,
      {
        table: 'notice',
        firstRetryMs: FIRST_RETRY_MS,
        maxTries: MAX_TRIES,
        claim: (now, leaseEnd) => claimBatch(db, now, leaseEnd),
        send: (batch) => sendBatch(batch, options),
        settled: (batch, answer, now) => freeRobot(db, batch, answer, now),
        goesOn: () => true,
      },
      options,
    )
  await Promise.all(Array.from({ length: MAX_ROBOTS_AT_ONCE }, worker))
}

/**
 * All that is due for one robot whose time has come. The robot's row is locked and its time moved first: no other process sends to it, and
 * what is raised until it is free again goes out in one message.
 */
async function claimBatch(db: Db, now: Date, leaseEnd: Date): Promise<Batch | undefined> {
  const { rows } = await sql<Row>`
    WITH robot AS (
      SELECT r.id FROM alarm_robot r
      WHERE r.enabled AND r.address IS NOT NULL AND r.free_at <= ${now} AND EXISTS (SELECT FROM notice n
        WHERE n.robot_id = r.id AND n.state IN ('waiting', 'sending') AND n.next_at <= ${now})
      ORDER BY r.free_at, r.id LIMIT 1 FOR UPDATE SKIP LOCKED),
    held AS (
      UPDATE alarm_robot r SET free_at = ${leaseEnd} FROM robot WHERE r.id = robot.id
      RETURNING r.id, r.channel, r.language, r.address, r.secret),
    due AS (
      SELECT n.id FROM notice n JOIN robot ON n.robot_id = robot.id
      WHERE n.state IN ('waiting', 'sending') AND n.next_at <= ${now}
      ORDER BY n.next_at, n.id LIMIT ${MAX_IN_ONE_MESSAGE} FOR UPDATE OF n)
    UPDATE notice q SET state = 'sending', tries = q.tries + 1, next_at = ${leaseEnd} FROM due, held WHERE q.id = due.id
    RETURNING q.id::text, q.tries, q.subject, q.content, (SELECT plate FROM truck WHERE truck.id = q.truck_id) AS plate,
      held.id AS robot_id, held.channel, held.language, held.address AS sealed_address, held.secret AS sealed_secret`.execute(db)
  const sorted = rows.toSorted((a, b) => Number(a.id) - Number(b.id))
  const [robot] = sorted
  return robot && { rows: sorted, robot }
}

async function sendBatch({ rows, robot }: Batch, { now, sealKey, allowed }: RobotOptions): Promise<SendAnswer> {
  const channel = ROBOT_CHANNEL_LIST[robot.channel]
  const to = await openAddress(sealKey, robot.robot_id, robot.sealed_address, robot.sealed_secret)
  if (to === null) return { what: 'refused', said: 'key' satisfies NoticeReason }
  return sendToRobot(channel, to, messageOf(rows, robot.language, channel.maxBytes), { now: now(), allowed })
}

/** The address and the secret of a robot; null when they were encrypted with another key. */
export async function openAddress(key: SealKey, robotId: number, address: Buffer, secret: Buffer | null): Promise<RobotAddress | null> {
  const opened = await secretSeal(key, 'address of robot').open(address, robotId)
  const signed = secret === null ? Buffer.alloc(0) : await secretSeal(key, 'secret of robot').open(secret, robotId)
  return opened === null || signed === null ? null : { address: opened.toString(), secret: signed.toString() }
}

/** A robot that does not answer is left alone for a while. */
async function freeRobot(db: Db, { robot }: Batch, { what }: SendAnswer, now: Date): Promise<void> {
  const free = new Date(now.getTime() + (what === 'busy' || what === 'unanswered' ? FIRST_RETRY_MS : GAP_MS))
  await sql`UPDATE alarm_robot SET free_at = least(free_at, ${free}) WHERE id = ${robot.robot_id}`.execute(db)
}

/** Ends what need not be sent any more, each with its reason. */
async function giveUp(db: Db, now: Date): Promise<void> {
  await sql`
    UPDATE notice SET state = 'failed', reason = ended.reason FROM (
      SELECT n.id, CASE
        WHEN r.id IS NULL OR NOT r.enabled THEN ${'removed' satisfies NoticeReason}
        WHEN a.superseded_at IS NOT NULL THEN ${'superseded' satisfies NoticeReason}
        WHEN n.occasion = 'raised' AND r.after_min > 0 AND a.handled_at IS NOT NULL THEN ${'handled' satisfies NoticeReason}
        WHEN n.expires_at <= ${now} THEN ${'expired' satisfies NoticeReason} END AS reason
      FROM notice n LEFT JOIN alarm_robot r ON r.id = n.robot_id LEFT JOIN alarm a ON a.id = n.alarm_id
      WHERE n.state = 'waiting' AND n.channel <> 'mail' ORDER BY n.id FOR UPDATE OF n SKIP LOCKED) ended
    WHERE notice.id = ended.id AND ended.reason IS NOT NULL`.execute(db)
}
