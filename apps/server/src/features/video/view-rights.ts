import { viewers } from '../../feed/viewers.ts'
import { mayUse } from '../../platform/access/grants.ts'
import type { SignedInUser } from '../../platform/access/sessions.ts'
import type { HttpParts } from '../../platform/http/parts.ts'

/** Rights of those who watch are read again at this interval, and at once when a session or a role changes. */
const RIGHTS_EVERY_MS = 5_000

/** What is checked of a view. */
export type View = { readonly user: SignedInUser; readonly grant: { readonly truckId: number; readonly phone: string } }

/** Ends the views of sessions that ended, of users who lost the right, and of trucks that left their scope or were taken out of service. */
export function watchRights<V extends View>(
  { db, bus, log, sessions }: HttpParts,
  views: () => readonly V[],
  end: (view: V) => void,
): { close(): Promise<void> } {
  const seers = viewers(db, sessions)
  const mayWatch = (user: SignedInUser, organisationId: number): boolean =>
    mayUse(user.grants, 'video:watch') && seers.sees(user.scope.organisationId, organisationId)
  const check = async (): Promise<void> => {
    if (views().length === 0) return
    await seers.refresh(() => views().map(({ user }) => user.sessionHash))
    const watched = views()
    const trucks = await db
      .selectFrom('truck')
      .where('id', 'in', [0, ...watched.map(({ grant }) => grant.truckId)])
      .where('enabled', '=', true)
      .select(['id', 'organisation_id', 'terminal_phone'])
      .execute()
    const truckOf = new Map(trucks.map((truck) => [truck.id, truck]))
    for (const view of watched) {
      const truck = truckOf.get(view.grant.truckId)
      const user = seers.userOf(view.user.sessionHash)
      // A session that the last refresh was not asked about is asked about at the next one.
      if (user === undefined) continue
      const isItsOwn = truck?.terminal_phone === view.grant.phone
      if (user !== null && truck !== undefined && isItsOwn && mayWatch(user, truck.organisation_id)) continue
      end(view)
    }
  }
  let checking: Promise<void> | null = null
  const checkOrWarn = (): void => {
    checking ??= check()
      .catch((error: unknown) => log.warn({ err: error }, 'failed to check who may watch video, trying again'))
      .finally(() => (checking = null))
  }
  const again = (): void => {
    seers.invalidate()
    checkOrWarn()
  }
  const timer = setInterval(checkOrWarn, RIGHTS_EVERY_MS)
  const unsubscribe = [bus.subscribe('session', again), bus.subscribe('context', again)]
  return {
    async close() {
      clearInterval(timer)
      for (const off of unsubscribe) off()
      await checking
    },
  }
}
