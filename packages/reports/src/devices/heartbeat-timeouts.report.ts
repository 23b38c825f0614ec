import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { offlineFact } from '@tanker/domain/facts/driving-facts'
import { sql } from 'kysely'
import { LOAD_STATES } from '../cargo-words.ts'
import { among, notBelow } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { atLeast, duration, handled, oneOf, place, time, truckOrOrganisation, yesNo } from '../kinds.ts'
import { truckColumns } from '../record-columns.ts'
import { lastPlace, silentMs, silentTruckRow, silentTrucks } from '../silent-trucks.ts'

const filters = {
  scope: truckOrOrganisation(),
  silent: atLeast({ zh: '超时不低于', en: 'Silent for at least' }, 'h'),
  load: oneOf({ zh: '载重', en: 'Load' }, LOAD_STATES),
}

const said = propertiesIn('silence', offlineFact)

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  silentTrucks(db, asked.scope)
    // The offline alarm of this silence knows the load; before it is raised nothing does.
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('alarm')
          .whereRef('alarm.truck_id', '=', 'truck.id')
          .where('alarm.type', '=', ALARM.offline)
          .where('alarm.superseded_at', 'is', null)
          .whereRef('alarm.started_at', '>=', 'truck_state.contact_at')
          .orderBy('alarm.started_at', 'desc')
          .select(['alarm.properties', 'alarm.handled_at', 'alarm.fence_name'])
          .limit(1)
          .as('silence'),
      (join) => join.onTrue(),
    )
    .where(notBelow(silentMs, asked.silent === undefined ? undefined : asked.silent * 3_600_000))
    .where(among(said.text('loaded'), asked.load))
    .select([
      ...silentTruckRow,
      silentMs.as('silent'),
      said.flag('loaded').as('loaded'),
      lastPlace(sql`silence.fence_name`).as('place'),
      sql<boolean>`silence.handled_at IS NOT NULL`.as('handled'),
    ])

/** Trucks without a heartbeat for a quarter of an hour, the longest silent first. */
export default defineReport({
  path: 'device_monitor/device_analysis/over_time_heart',
  title: { zh: '心跳超时', en: 'Heartbeat timeouts' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    contact: time({ zh: '最后通信', en: 'Last contact' }),
    silent: duration({ zh: '超时时长', en: 'Silent for' }),
    position: time({ zh: '最后定位', en: 'Last position' }),
    place: place({ zh: '最后位置', en: 'Last place' }),
    loaded: yesNo({ zh: '重车', en: 'Loaded' }),
    handled: handled(),
  },
  sort: { by: 'contact', order: 'asc' },
  rowIs: 'record',
  live: { everyS: [30, 60] },
})
