import { alarmRobotCalls } from '@tanker/contract/endpoints/alarm-robots'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { secretSeal } from '../../platform/access/secret-seal.ts'
import { changerOf, recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { ROBOT_CHANNEL_LIST } from './channels/all-channels.ts'
import { openAddress } from './deliver-notices.ts'
import { robotErrors } from './robot-errors.ts'
import { addressHint, GAP_MS, robotAddressProblem, sendToRobot } from './send-to-robot.ts'

const TEST = {
  zh: { title: '测试消息', lines: ['**测试消息**', '来自油罐车监控平台：该群将收到报警通知。'] },
  en: { title: 'Test message', lines: ['**Test message**', 'From Tanker Console: this group will receive notices of alarms.'] },
} as const

type Parts = Pick<HttpParts, 'settings' | 'now'>

/** Robots: their addresses, and a test. */
export const robotRoutes = ({ settings, now }: Parts): Route[] => [
  handle(alarmRobotCalls.setAddress, async ({ input: { id, address, secret }, db, user }) => {
    const robot = await readRobot(db, id)
    const channel = ROBOT_CHANNEL_LIST[robot.channel]
    const problem = robotAddressProblem(channel, address, settings.outgoingHosts)
    if (problem) throw errors.badInput(problem)
    const hint = addressHint(channel, address)
    const sealed = await secretSeal(settings.secondFactorKey, 'address of robot').close(Buffer.from(address), id)
    const signing = secret === '' ? null : await secretSeal(settings.secondFactorKey, 'secret of robot').close(Buffer.from(secret), id)
    await db.unscoped.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('alarm_robot')
        .set({ address: sealed, secret: signing, address_hint: hint })
        .where('id', '=', id)
        .execute()
      await recordChanges(transaction, changerOf(user, now()), [
        {
          entity: 'alarm_robot',
          rowId: id,
          organisationId: robot.organisation_id,
          action: 'change',
          old: { address: robot.address_hint, signed: robot.secret !== null },
          new: { address: hint, signed: signing !== null },
        },
      ])
    })
    return null
  }),
  handle(alarmRobotCalls.test, async ({ input: { id }, db }) => {
    const robot = await readRobot(db, id)
    if (robot.address === null) throw robotErrors.noAddress()
    const to = await openAddress(settings.secondFactorKey, id, robot.address, robot.secret)
    if (to === null) throw robotErrors.otherKey()
    await takeTurn(db, id, now())
    const at = now()
    const answer = await sendToRobot(ROBOT_CHANNEL_LIST[robot.channel], to, TEST[robot.language], {
      now: at,
      allowed: settings.outgoingHosts,
    })
    const said = answer.what === 'sent' ? '' : answer.said
    await db.unscoped
      .insertInto('notice')
      .values({
        organisation_id: robot.organisation_id,
        channel: robot.channel,
        robot_id: id,
        receiver: robot.name,
        occasion: 'test',
        address: robot.address_hint,
        subject: TEST[robot.language].title,
        content: TEST[robot.language].lines.join('\n'),
        created_at: at,
        next_at: at,
        tries: 1,
        state: answer.what === 'sent' ? 'sent' : 'failed',
        reason: said,
        sent_at: answer.what === 'sent' ? now() : null,
      })
      .execute()
    return { sent: answer.what === 'sent', said }
  }),
]

async function readRobot(db: ScopedDb, id: number) {
  const robot = await db
    .from('alarm_robot')
    .where('alarm_robot.id', '=', id)
    .select(['alarm_robot.organisation_id', 'alarm_robot.name', 'alarm_robot.channel', 'alarm_robot.language'])
    .select(['alarm_robot.address', 'alarm_robot.secret', 'alarm_robot.address_hint'])
    .executeTakeFirst()
  if (!robot) throw errors.rowNotFound()
  return robot
}

/** A test counts for the robot's messages a minute like any other message. */
async function takeTurn(db: ScopedDb, id: number, at: Date): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE alarm_robot SET free_at = ${new Date(at.getTime() + GAP_MS)} WHERE id = ${id} AND free_at <= ${at}`.execute(db.unscoped)
  if (numAffectedRows !== 1n) throw robotErrors.justSent()
}
