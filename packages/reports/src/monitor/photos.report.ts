import type { ScopedDb } from '@tanker/database/scope'
import { PHOTO_TRIGGER_WORDS } from '@tanker/domain/devices/photo'
import { CAMERA_CHANNELS } from '@tanker/domain/trucks/truck-choices'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  decimal,
  isChosen,
  oneOf,
  organisation,
  period,
  place,
  plate,
  plateCell,
  pointCell,
  shortNameOf,
  speed,
  time,
  truckOrOrganisation,
  wholeNumber,
} from '../kinds.ts'

const CAMERA = { zh: '摄像头', en: 'Camera' } as const
const TRIGGER = { zh: '拍照原因', en: 'Taken' } as const

const filters = {
  scope: truckOrOrganisation(),
  when: period({ maxDays: 31 }),
  camera: oneOf(CAMERA, CAMERA_CHANNELS),
  trigger: oneOf(TRIGGER, PHOTO_TRIGGER_WORDS),
}

const rows = (db: ScopedDb, { scope, when, camera, trigger }: ValuesOf<typeof filters>) =>
  db
    .from('photo')
    .innerJoin('truck', 'truck.id', 'photo.truck_id')
    .innerJoin('organisation', 'organisation.id', 'photo.organisation_id')
    .where(isChosen(scope, 'photo'))
    .where('photo.taken_at', '>=', when.from)
    .where('photo.taken_at', '<=', when.to)
    .where(among(sql<string>`photo.camera`, camera))
    .where(among(sql<string>`photo.trigger`, trigger))
    .select([
      sql<string>`photo.id::text`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      'photo.taken_at as takenAt',
      sql<keyof typeof CAMERA_CHANNELS | null>`photo.camera`.as('camera'),
      'photo.channel',
      'photo.trigger',
      pointCell('photo').as('place'),
      'photo.speed_kmh as speed',
      sql<number>`photo.bytes / 1000.0::float8`.as('size'),
      'photo.received_at as receivedAt',
    ])

/** Photos that cameras of trucks took, by order or by themselves. */
export default defineReport({
  path: 'monitor/view_photos',
  title: { zh: '照片查看', en: 'Photos' },
  filters,
  rows,
  columns: {
    plate: plate(),
    organisation: organisation(),
    takenAt: time({ zh: '拍摄时间', en: 'Taken at' }),
    camera: choice(CAMERA, CAMERA_CHANNELS),
    channel: wholeNumber({ zh: '通道', en: 'Channel' }),
    trigger: choice(TRIGGER, PHOTO_TRIGGER_WORDS),
    place: place({ zh: '位置', en: 'Place' }),
    speed: speed({ zh: '车速', en: 'Speed' }),
    size: decimal({ zh: '大小', en: 'Size' }, 'KB', 1),
    receivedAt: time({ zh: '接收时间', en: 'Received' }),
  },
  sort: { by: 'takenAt', order: 'desc' },
  chart: { kind: 'gallery', title: { zh: '照片', en: 'Photos' }, x: 'takenAt', y: ['size'] },
  rowIs: 'record',
  live: { everyS: [5, 10, 30] },
})
