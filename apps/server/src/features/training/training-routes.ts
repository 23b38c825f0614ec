import { trainingCalls } from '@tanker/contract/endpoints/training'
import type { ControlledPlay, Training } from '@tanker/contract/training'
import type { ScopedDb } from '@tanker/database/scope'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import type { SignedInUser } from '../../platform/access/sessions.ts'
import { changerOf, recordChanges } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { trainingErrors } from './training-errors.ts'

/** Alarms shown of one staged accident; later ones belong to other events. */
const MAX_ALARMS_OF_A_PLAY = 5

export const trainingRoutes = ({ settings: { training: link }, now }: Pick<HttpParts, 'settings' | 'now'>): Route[] => [
  handle(trainingCalls.read, async ({ db, user }) => {
    if (!link || !(await isTopAdministrator(db, user))) return null
    const state = await link.ask({ ask: 'state' })
    if (!state || !('plays' in state)) return null
    return { stages: state.stages, plays: await Promise.all(state.plays.map((play) => playOf(db, play))) }
  }),

  handle(trainingCalls.stage, async ({ db, user, input: { stage, truckId } }) => {
    const truck = truckId === undefined ? null : await seenTruck(db, truckId)
    if (!(await isTopAdministrator(db, user))) throw errors.noPermission()
    if (!link) throw trainingErrors.notHere()
    const answer = await link.ask({ ask: 'stage', stage, phone: truck?.terminal_phone ?? null })
    if (!answer || 'plays' in answer) throw trainingErrors.noAnswer()
    if ('refused' in answer) throw trainingErrors.refused(answer.refused)
    const change = {
      entity: truck ? 'truck' : 'organisation',
      rowId: truck?.id ?? user.organisation.id,
      organisationId: truck?.organisation_id ?? user.organisation.id,
      action: 'stage',
      old: null,
      new: { staged: `${answer.title.zh} ¦ ${answer.title.en}` },
    } as const
    await db.unscoped.transaction().execute((transaction) => recordChanges(transaction, changerOf(user, now()), [change]))
    return { id: answer.id }
  }),
]

async function isTopAdministrator(db: ScopedDb, user: SignedInUser): Promise<boolean> {
  if (!user.superMan || user.demo) return false
  const own = await db.unscoped
    .selectFrom('organisation')
    .where('id', '=', user.scope.organisationId)
    .select('parent_id')
    .executeTakeFirst()
  return own?.parent_id === null
}

async function seenTruck(db: ScopedDb, id: number) {
  const truck = await db
    .from('truck')
    .where('truck.id', '=', id)
    .where('truck.enabled', '=', true)
    .select(['truck.id', 'truck.organisation_id', 'truck.terminal_phone'])
    .executeTakeFirst()
  if (!truck) throw errors.truckNotFound()
  return truck
}

/** A staged accident with its truck as the user sees it, and what was raised for it. */
async function playOf(db: ScopedDb, { id, stage, state, startedAt, phone }: ControlledPlay): Promise<Training['plays'][number]> {
  const truck =
    phone === null
      ? undefined
      : await db.from('truck').where('truck.terminal_phone', '=', phone).select(['truck.id', 'truck.plate']).executeTakeFirst()
  const alarms =
    truck && startedAt !== null
      ? await db
          .from('alarm')
          .where('alarm.truck_id', '=', truck.id)
          .where('alarm.started_at', '>=', new Date(startedAt))
          .where('alarm.superseded_at', 'is', null)
          .select(['alarm.id', 'alarm.type', 'alarm.started_at'])
          .orderBy('alarm.started_at')
          .limit(MAX_ALARMS_OF_A_PLAY * 2)
          .execute()
      : []
  return {
    id,
    stage,
    state,
    startedAt: startedAt === null ? null : new Date(startedAt).toISOString(),
    truck: truck ?? null,
    alarms: alarms
      .filter(({ type }) => !alarmType(type)?.information)
      .slice(0, MAX_ALARMS_OF_A_PLAY)
      .map((row) => ({ id: String(row.id), type: row.type, startTime: row.started_at.toISOString() })),
  }
}
