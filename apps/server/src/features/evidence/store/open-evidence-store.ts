import { join } from 'node:path'
import type { Logger } from 'pino'
import { ObjectStore, StoreAway } from '../../../platform/object-store/object-store.ts'
import { type ObjectStoreSetting, WrongObjectStore } from '../../../platform/object-store/object-store-setting.ts'
import { EvidenceBucket } from './evidence-bucket.ts'
import { EvidenceFolder } from './evidence-folder.ts'
import type { EvidenceStore } from './evidence-store.ts'
import { IncomingFolder } from './incoming-folder.ts'

export type EvidenceStoreSetting = { readonly dataFolder: string; readonly evidenceStore: ObjectStoreSetting | null }

const folderOf = (dataFolder: string): string => join(dataFolder, 'evidence')

/** The folder for pictures and clips while they come. */
export const openIncoming = ({ dataFolder }: EvidenceStoreSetting): IncomingFolder => new IncomingFolder(folderOf(dataFolder))

/** The store of complete pictures and clips: a bucket if one is set, otherwise the folder `evidence` of the data folder. */
export function openEvidenceStore({ dataFolder, evidenceStore }: EvidenceStoreSetting, now: () => number): EvidenceStore {
  if (evidenceStore === null) return new EvidenceFolder(folderOf(dataFolder))
  return new EvidenceBucket(new ObjectStore(evidenceStore), now)
}

/**
 * At a start: writes, lists and removes a small object, so that a wrong setting is noticed before a truck sends anything.
 * @throws WrongObjectStore. A server that does not answer is no reason not to start: trucks keep their files.
 */
export async function tryEvidenceStore(setting: EvidenceStoreSetting, log: Logger): Promise<void> {
  if (setting.evidenceStore === null) return
  const objects = new ObjectStore(setting.evidenceStore)
  try {
    await new EvidenceBucket(objects, Date.now).tryOut(await openIncoming(setting).pathOf(`trial-${process.pid}`))
  } catch (error) {
    if (error instanceof StoreAway) log.warn(`pictures and clips cannot be stored: ${error.message}; trucks keep theirs until it answers`)
    else if (error instanceof WrongObjectStore) throw new WrongObjectStore(`EVIDENCE_S3: ${error.message}`)
    else throw error
  } finally {
    objects.close()
  }
}
