import { StoreAway } from '../../platform/object-store/object-store.ts'
import { WrongObjectStore } from '../../platform/object-store/object-store-setting.ts'
import { evidenceErrors } from './evidence-errors.ts'
import { AlteredEvidence, MissingEvidence } from './store/evidence-store.ts'

/** What a user is answered when the store cannot give a file. */
export function refuseUnreadable(error: unknown): never {
  if (error instanceof AlteredEvidence) throw evidenceErrors.altered()
  if (error instanceof MissingEvidence) throw evidenceErrors.noSuchFile()
  if (error instanceof StoreAway || error instanceof WrongObjectStore) throw evidenceErrors.storeAway()
  throw error
}
