import type { SharedChoices } from '@tanker/contract/report-view'
import { type ScopedDb, sharedWith } from '@tanker/database/scope'

/** Depots or stations of the user and those shared by parent organisations; closed ones included, as their history remains. */
export const placeChoices = (db: ScopedDb, kind: 'depot' | 'station'): Promise<SharedChoices> =>
  sharedWith(db.read, db.scope, 'place').where('place.kind', '=', kind).select(['place.id', 'place.name']).orderBy('place.name').execute()

/** The user's drivers. */
export const driverChoices = (db: ScopedDb): Promise<SharedChoices> =>
  db.from('driver').select(['driver.id', 'driver.name']).orderBy('driver.name').execute()
