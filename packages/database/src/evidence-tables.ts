import type { EvidenceKind, EvidenceState } from '@tanker/domain/devices/evidence'
import type { PhotoKind, PhotoTrigger } from '@tanker/domain/devices/photo'
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type BigId = ColumnType<string, never, never>

/** Pictures and clips of alarms, photos, and video. Meanings that names do not say stand in migrations 0049, 0089 and 0095. */
export type EvidenceTables = {
  evidence_request: {
    id: BigId
    number: string
    truck_id: number
    organisation_id: number
    alarm_id: ColumnType<string, string | bigint, string | bigint>
    terminal_id: string
    mark_time: string
    sequence: number
    attachments: number
    state: Generated<EvidenceState>
    tries: Generated<number>
    created_at: Time
    expires_at: Time
    ask_at: OptionalTime
    asked_at: OptionalTime
    heard_at: OptionalTime
    announced: number | null
    refused_files: Generated<number>
  }
  evidence_file: {
    id: BigId
    request_id: string
    truck_id: number
    organisation_id: number
    name: string
    kind: EvidenceKind
    bytes: number
    sha256: Buffer
    path: string
    received_at: Time
  }
  /** Photos that cameras of trucks took by order or by themselves. */
  photo: {
    id: BigId
    truck_id: number
    organisation_id: number
    media_id: ColumnType<string, number, never>
    channel: number
    camera: string | null
    trigger: PhotoTrigger
    taken_at: Time
    lat: number | null
    lng: number | null
    speed_kmh: number | null
    kind: PhotoKind
    bytes: number
    sha256: Buffer
    path: string
    received_at: Time
  }
  video_traffic: { truck_id: number; day: Time; bytes: ColumnType<string, number, number> }
}
