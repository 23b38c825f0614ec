import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { AIR_STATES } from '../cargo-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { airState } from '../environment-columns.ts'
import {
  celsius,
  choice,
  duration,
  humidity,
  isChosen,
  oneOf,
  place,
  plateCell,
  time,
  truckOrOrganisation,
  yesNo,
  shortNameOf,
} from '../kinds.ts'
import { limitOf } from '../limits.ts'
import { truckColumns } from '../record-columns.ts'

const STATES = { ...AIR_STATES, offline: { zh: '离线', en: 'Offline' } }

const filters = { scope: truckOrOrganisation(), state: oneOf({ zh: '状态', en: 'State' }, STATES) }

type Newest = { at: Date; temperature_c: number; humidity_percent: number; door_bits: number; lat: number; lng: number }

const state = sql<string>`CASE WHEN newest.at < now() - ${limitOf('statusOfflineMin')} * interval '1 minute' THEN 'offline'
  ELSE ${airState('newest.temperature_c', 'newest.humidity_percent')} END`

/** The newest reading of each truck, from the last quarter of an hour that it spoke. */
const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .innerJoin('truck_state', 'truck_state.truck_id', 'truck.id')
    .innerJoinLateral(
      sql<Newest>`(SELECT * FROM environment_reading
        WHERE environment_reading.truck_id = truck.id AND at BETWEEN truck_state.last_at - interval '15 minutes' AND truck_state.last_at
        ORDER BY at DESC LIMIT 1)`.as('newest'),
      (join) => join.onTrue(),
    )
    .where(isChosen(asked.scope, 'truck'))
    .where(among(state, asked.state))
    .select([
      sql<string>`truck.id::text`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      'newest.temperature_c as temperature',
      'newest.humidity_percent as humidity',
      state.as('state'),
      sql<boolean>`newest.door_bits & 3 <> 0`.as('boxOpen'),
      'newest.at',
      sql<number>`(extract(epoch FROM now() - newest.at) * 1000)::float8`.as('age'),
      sql<{ name: string; lat: number; lng: number }>`json_build_object('name', '', 'lat', newest.lat, 'lng', newest.lng)`.as('place'),
    ])

export default defineReport({
  path: 'cargo_monitor/event_report/real_temp_humidity',
  title: { zh: '实时温湿度', en: 'Temperature and humidity now' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    temperature: celsius({ zh: '温度', en: 'Temperature' }),
    humidity: humidity({ zh: '湿度', en: 'Humidity' }),
    state: choice({ zh: '状态', en: 'State' }, STATES),
    boxOpen: yesNo({ zh: '操作箱打开', en: 'Operating box open' }),
    at: time({ zh: '时间', en: 'Time' }),
    age: duration({ zh: '距今', en: 'Age' }),
    place: place({ zh: '位置', en: 'Place' }),
  },
  sort: { by: 'temperature', order: 'desc' },
  rowIs: 'record',
  live: { everyS: [5, 10, 30, 60] },
})
