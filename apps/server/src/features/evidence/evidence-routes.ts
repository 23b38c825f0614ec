import { BYTES, type FileType, type MediaType } from '@tanker/contract/endpoint'
import { evidenceCalls } from '@tanker/contract/endpoints/evidence'
import type { EvidenceKind } from '@tanker/domain/devices/evidence'
import { PartlyReadFile } from '../../platform/http/partly-read-file.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { findAlarm } from '../alarm-handling/feature.ts'
import { evidenceErrors } from './evidence-errors.ts'
import { EVIDENCE_EXPIRY_S } from './evidence.command.ts'
import { refuseUnreadable } from './refuse-unreadable.ts'
import { openEvidenceStore } from './store/open-evidence-store.ts'

/** By the first bytes of the file, which were checked when it came. A text is saved, not shown. */
const MEDIA_TYPES: Readonly<Record<EvidenceKind, FileType | MediaType>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  mp4: 'video/mp4',
  wav: 'audio/wav',
  txt: BYTES,
}

/** Pictures and clips of an alarm for who may see the alarm. */
export function evidenceRoutes({ settings, now }: HttpParts): Route[] {
  const store = openEvidenceStore(settings, () => now().getTime())
  return [
    handle(evidenceCalls.list, async ({ input: { alarmId }, db, timeZone }) => {
      await findAlarm(db, alarmId, timeZone)
      const [requests, files] = await Promise.all([
        db
          .from('evidence_request')
          .where('evidence_request.alarm_id', '=', alarmId)
          .select(['state', 'attachments', 'asked_at', 'refused_files'])
          .orderBy('evidence_request.id')
          .execute(),
        db
          .from('evidence_file')
          .innerJoin('evidence_request', 'evidence_request.id', 'evidence_file.request_id')
          .where('evidence_request.alarm_id', '=', alarmId)
          .select(['evidence_file.id', 'evidence_file.kind', 'evidence_file.bytes', 'evidence_file.received_at'])
          .orderBy('evidence_file.id')
          .execute(),
      ])
      return {
        ready: settings.evidenceReady,
        requests: requests.map((one) => ({
          state: one.state,
          attachments: one.attachments,
          askedAt: one.asked_at?.toISOString() ?? null,
          refusedFiles: one.refused_files,
        })),
        files: files.map((file) => ({ id: file.id, kind: file.kind, bytes: file.bytes, receivedAt: file.received_at.toISOString() })),
      }
    }),

    handle(evidenceCalls.file, async ({ input: { evidenceFileId }, db }) => {
      const file = await db
        .from('evidence_file')
        .where('evidence_file.id', '=', evidenceFileId)
        .select(['path', 'sha256', 'kind', 'bytes'])
        .executeTakeFirst()
      if (!file) throw evidenceErrors.noSuchFile()
      return new PartlyReadFile({
        type: MEDIA_TYPES[file.kind],
        // Named by us: what the terminal calls it is no file name here.
        name: `evidence-${evidenceFileId}.${file.kind}`,
        bytes: file.bytes,
        digest: file.sha256.toString('hex'),
        read: (from, to) => store.read(file.path, file.sha256, from, to).catch(refuseUnreadable),
      })
    }),

    handle(evidenceCalls.ask, async ({ input: { alarmId }, db, timeZone }) => {
      await findAlarm(db, alarmId, timeZone)
      const at = now()
      const { numUpdatedRows } = await db.unscoped
        .updateTable('evidence_request')
        .where('alarm_id', '=', alarmId)
        .where('state', 'not in', ['complete', 'waiting', 'receiving'])
        .set({ state: 'waiting', ask_at: at, tries: 0, expires_at: new Date(at.getTime() + EVIDENCE_EXPIRY_S * 1000) })
        .executeTakeFirst()
      return { asked: Number(numUpdatedRows) }
    }),
  ]
}
