import { GUIDE_STEP_NAMES, GUIDE_STEPS, type Guide, type GuideStep } from '@tanker/contract/guide'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { mayUse } from '../../platform/access/grants.ts'
import type { SignedInUser } from '../../platform/access/sessions.ts'

/** A user is new for so long. */
const MAX_NEW_DAYS = 30

const DISMISSED = 'dismissed'

/** The cards of the first-day guide for this user, ticked from what is stored; null when there is nothing left to show. */
export async function guideFor(db: ScopedDb, user: SignedInUser, now: Date): Promise<Guide> {
  // A demo account writes nothing, so it could not put the guide away.
  if (user.demo) return null
  const kind =
    mayUse(user.grants, 'setting/privilege_account/user') && mayUse(user.grants, 'setting/base_data/truck') ? 'administrator' : 'dispatcher'
  const steps = GUIDE_STEP_NAMES.filter((step) => {
    const { screen, for: whose } = GUIDE_STEPS[step]
    return whose === kind && (screen === null || mayUse(user.grants, screen))
  })
  if (steps.length === 0) return null
  const { rows } = await sql<{ new: boolean; seen: string[] }>`
    SELECT u.created_at > ${new Date(now.getTime() - MAX_NEW_DAYS * 86_400_000)} AS new,
      ARRAY(SELECT step FROM guide_step WHERE user_id = u.id) AS seen
    FROM app_user u WHERE u.id = ${user.id}`.execute(db.unscoped)
  const about = rows[0]
  if (!about?.new || about.seen.includes(DISMISSED)) return null
  const facts = kind === 'administrator' ? await administratorFacts(db, user) : await dispatcherFacts(db, user)
  const cards = steps.map((step) => ({ step, done: facts[step] ?? about.seen.includes(step) }))
  return cards.every(({ done }) => done) ? null : cards
}

type Facts = Partial<Readonly<Record<GuideStep, boolean>>>

async function administratorFacts(db: ScopedDb, user: SignedInUser): Promise<Facts> {
  const places = db.from('place').where('place.enabled', '=', true)
  const [depot, station, truck, reported, other, chosen] = await Promise.all([
    places.where('place.kind', '=', 'depot').select('place.id').limit(1).executeTakeFirst(),
    places.where('place.kind', '=', 'station').select('place.id').limit(1).executeTakeFirst(),
    db.from('truck').where('truck.enabled', '=', true).select('truck.id').limit(1).executeTakeFirst(),
    db.from('truck_state').where('truck_state.contact_at', 'is not', null).select('truck_state.truck_id').limit(1).executeTakeFirst(),
    db
      .from('app_user')
      .where('app_user.id', '!=', user.id)
      .where('app_user.enabled', '=', true)
      .select('app_user.id')
      .limit(1)
      .executeTakeFirst(),
    db.unscoped.selectFrom('user_alarm').where('user_id', '=', user.id).select('id').limit(1).executeTakeFirst(),
  ])
  return {
    places: depot !== undefined && station !== undefined,
    trucks: truck !== undefined,
    terminals: reported !== undefined,
    users: other !== undefined,
    alarms: chosen !== undefined,
  }
}

/** What a dispatcher did; the cards of screens that are only read are ticked when they were opened. */
async function dispatcherFacts(db: ScopedDb, user: SignedInUser): Promise<Facts> {
  const [handled, shift] = await Promise.all([
    db
      .from('alarm')
      .where('alarm.handled_by', '=', user.id)
      .where('alarm.handled_at', 'is not', null)
      .select('alarm.id')
      .limit(1)
      .executeTakeFirst(),
    db.unscoped
      .selectFrom('shift_handover')
      .where((row) => row.or([row('handed_by', '=', user.id), row('accepted_by', '=', user.id)]))
      .select('id')
      .limit(1)
      .executeTakeFirst(),
  ])
  return { desk: handled !== undefined, handover: shift !== undefined }
}

/** Notes that the user opened a card, or put the guide away. */
export async function noteGuideStep(db: ScopedDb, userId: number, step: GuideStep | typeof DISMISSED, now: Date): Promise<void> {
  await db.unscoped
    .insertInto('guide_step')
    .values({ user_id: userId, step, at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'step']).doNothing())
    .execute()
}
