import { propertiesIn } from '@tanker/database/fact-properties'
import type { ScopedDb } from '@tanker/database/scope'
import { probeSensingFact } from '@tanker/domain/facts/seal-facts'
import { sql } from 'kysely'
import { WATCHED_PROBES } from '../cargo-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type PlaceCell, type ValuesOf } from '../define-report.ts'
import { SENSING_STATE_TEXTS } from '../device-words.ts'
import {
  choice,
  compartment,
  compartments,
  isChosen,
  oneOf,
  percent,
  place,
  plateCell,
  probeType,
  shortNameOf,
  text,
  time,
  truckOrOrganisation,
  yesNo,
} from '../kinds.ts'
import { truckColumns } from '../record-columns.ts'
import { calibrationColumns, SENSING_STATE, sensingColumns } from './sensing-columns.ts'

const filters = {
  scope: truckOrOrganisation(),
  compartment: compartments(),
  probe: oneOf({ zh: '探头类型', en: 'Probe' }, WATCHED_PROBES),
  state: oneOf(SENSING_STATE, SENSING_STATE_TEXTS),
}

/** Consoles report each probe several times a day; one that has said nothing for so long is not listed. */
const SHOWN_H = 48

const of = propertiesIn('newest', probeSensingFact)

const rows = (db: ScopedDb, { scope, compartment: inCompartment, probe, state }: ValuesOf<typeof filters>) =>
  db
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .innerJoin('truck_state', 'truck_state.truck_id', 'truck.id')
    .innerJoinLateral(
      sql<{ truck_id: number; object: number; started_at: Date; lat: number | null; lng: number | null; fence_id: number | null }>`(
        SELECT DISTINCT ON (record.object) record.* FROM record
        WHERE record.truck_id = truck.id AND record.kind = ${sql.lit(probeSensingFact.kind)}
          AND record.started_at > truck_state.last_at - ${sql.lit(SHOWN_H)} * interval '1 hour'
        ORDER BY record.object, record.started_at DESC)`.as('newest'),
      (join) => join.onTrue(),
    )
    .where(isChosen(scope, 'truck'))
    .where(among(of.number('compartment'), inCompartment))
    .where(among(of.text('probeType'), probe))
    .where(among(of.text('state'), state))
    .select([
      sql<string>`concat_ws('-', truck.id, newest.object)`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      sql<number | null>`nullif(${of.number('compartment')}, 0)`.as('compartment'),
      of.text('probeType').as('probe'),
      sql<string | null>`nullif(${of.text('serial')}, '0000000000')`.as('serial'),
      of.flag('open').as('open'),
      of.flag('wet').as('wet'),
      of.number('sensorMv').as('sensor'),
      of.number('gateMv').as('gate'),
      of.number('zeroMv').as('zero'),
      of.number('maxMv').as('max'),
      of.number('closeMv').as('close'),
      of.number('midMv').as('mid'),
      of.number('marginPercent').as('margin'),
      of.text('state').as('state'),
      'newest.started_at as at',
      sql<PlaceCell>`json_build_object('name', coalesce(newest.fence_name, ''), 'lat', newest.lat, 'lng', newest.lng)`.as('place'),
    ])

const { sensor, gate, zero, max } = sensingColumns()
const { close, mid } = calibrationColumns()

/** What the sensor of each probe at an API valve gives now, those about to misjudge first. */
export default defineReport({
  path: '',
  title: { zh: '实时传感', en: 'Now' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    compartment: compartment(),
    probe: probeType(),
    open: yesNo({ zh: '打开', en: 'Open' }),
    wet: yesNo({ zh: '有油', en: 'Wet' }),
    state: choice(SENSING_STATE, SENSING_STATE_TEXTS),
    margin: percent({ zh: '余量', en: 'Margin' }),
    sensor,
    close,
    gate,
    zero,
    mid,
    max,
    serial: text({ zh: '探头序列号', en: 'Serial' }),
    at: time({ zh: '时间', en: 'Time' }),
    place: place({ zh: '位置', en: 'Place' }),
  },
  sort: { by: 'margin', order: 'asc' },
  rowIs: 'record',
  live: { everyS: [10, 30, 60] },
})
