import { propertiesIn } from '@tanker/database/fact-properties'
import type { ScopedDb } from '@tanker/database/scope'
import { signInFact } from '@tanker/domain/facts/driving-facts'
import { sql } from 'kysely'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  driver,
  drivers,
  duration,
  isChosen,
  oneOf,
  place,
  placeCell,
  plateCell,
  shortNameOf,
  text,
  time,
  totalDistance,
  yesNo,
  thisMinute,
} from '../kinds.ts'
import { recordFilters, truckColumns } from '../record-columns.ts'

const signIn = propertiesIn('record', signInFact)

/** Of the rule for working hours (domain rule D.8): a stop shorter than this is no rest, and more driving in a shift is overtime. */
const REST_MINUTES = 20
const LONGEST_DRIVING_H = 8
/** A shift without a sign-out is looked for so long. */
const LONGEST_SHIFT_H = 24

const OVERTIME = { yes: { zh: '超时', en: 'Overtime' }, no: { zh: '正常', en: 'Normal' } } as const

const filters = recordFilters({ driver: drivers(), overtime: oneOf({ zh: '是否超时', en: 'Overtime' }, OVERTIME) })

/** A row for each sign-in with the sign-out that follows it, and what the truck drove between. */
const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => {
  const { from, to } = asked.when
  const events = db
    .from('record')
    .where(isChosen(asked.scope, 'record'))
    .where('record.kind', '=', signInFact.kind)
    .where('record.started_at', '>=', from)
    .where('record.started_at', '<=', sql<Date>`${to}::timestamptz + make_interval(hours => ${LONGEST_SHIFT_H})`)
    .select([
      'record.truck_id as truckId',
      'record.object as code',
      'record.started_at as signedIn',
      signIn.text('event').as('event'),
      signIn.text('text').as('card'),
      placeCell('record').as('inPlace'),
      sql<string | null>`lead(${signIn.text('event')}) OVER shift`.as('next'),
      sql<Date | null>`lead(record.started_at) OVER shift`.as('nextAt'),
      sql<{ name: string; lat: number | null; lng: number | null } | null>`lead(${placeCell('record')}) OVER shift`.as('nextPlace'),
    ])
    .modifyEnd(sql`WINDOW shift AS (PARTITION BY record.truck_id, record.object ORDER BY record.started_at)`)
  const shifts = db.read
    .selectFrom(events.as('event'))
    .where('event.event', '=', 'driver-signed-in')
    .where('event.signedIn', '<=', to)
    .select([
      'event.truckId',
      'event.code',
      'event.card',
      'event.signedIn',
      'event.inPlace',
      sql<Date | null>`CASE WHEN event.next = 'driver-signed-out' THEN event."nextAt" END`.as('signedOut'),
      sql<{
        name: string
        lat: number | null
        lng: number | null
      } | null>`CASE WHEN event.next = 'driver-signed-out' THEN event."nextPlace" END`.as('outPlace'),
      // Without a sign-out until the next sign-in or now, and never longer than a day.
      sql<Date>`CASE WHEN event.next = 'driver-signed-out' THEN event."nextAt" ELSE
        least(coalesce(event."nextAt", greatest(${thisMinute}, event."signedIn")), event."signedIn" + make_interval(hours => ${LONGEST_SHIFT_H})) END`.as(
        'until',
      ),
    ])
  return (
    db.read
      .selectFrom(shifts.as('shift'))
      .innerJoin('truck', 'truck.id', 'shift.truckId')
      .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
      .leftJoin('driver', (join) =>
        join.on(sql<boolean>`ltrim(driver.code, '0') = shift.code::text`).onRef('driver.organisation_id', '=', 'truck.organisation_id'),
      )
      // Pieces of driving count by what lies within the shift; with a pause of a rest between them they are spells of their own.
      .leftJoinLateral(
        sql<{ seconds: number | null; longest: number | null; metres: number | null }>`(
        SELECT sum(spell.seconds) AS seconds, max(spell.seconds) AS longest, sum(spell.metres) AS metres FROM (
          SELECT sum(piece.seconds) AS seconds, sum(piece.metres) AS metres FROM (
            SELECT part.*, count(*) FILTER (WHERE part.rested) OVER (ORDER BY part.started_at) AS spell FROM (
              SELECT driven_piece.started_at, share.part * driven_piece.driving_s AS seconds, share.part * driven_piece.distance_m AS metres,
                driven_piece.started_at - lag(driven_piece.ended_at) OVER (ORDER BY driven_piece.started_at) >= make_interval(mins => ${REST_MINUTES}) AS rested
              FROM driven_piece, LATERAL (SELECT greatest(0, extract(epoch FROM least(driven_piece.ended_at, shift.until) - greatest(driven_piece.started_at, shift."signedIn")))
                / greatest(1, extract(epoch FROM driven_piece.ended_at - driven_piece.started_at)) AS part) AS share
              WHERE driven_piece.truck_id = shift."truckId"
                AND driven_piece.started_at >= shift."signedIn" - interval '1 hour' AND driven_piece.started_at < shift.until
                AND driven_piece.ended_at > shift."signedIn") AS part) AS piece
          GROUP BY piece.spell) AS spell)`.as('way'),
        (join) => join.onTrue(),
      )
      .$if(asked.driver !== undefined, (query) => query.where(sql<boolean>`driver.id = ANY (${[...(asked.driver ?? [])]}::int[])`))
      .$if(asked.overtime !== undefined, (query) =>
        query.where(
          sql<boolean>`CASE WHEN coalesce(way.seconds, 0) > ${LONGEST_DRIVING_H * 3600} THEN 'yes' ELSE 'no' END = ANY (${[...(asked.overtime ?? [])]}::text[])`,
        ),
      )
      .select([
        sql<string>`concat_ws('-', truck.id, shift.code, (extract(epoch FROM shift."signedIn") * 1000)::bigint)`.as('id'),
        plateCell.as('plate'),
        shortNameOf('organisation').as('organisation'),
        sql<string>`coalesce(driver.name, shift.code::text)`.as('driver'),
        'shift.card',
        'shift.signedIn',
        'shift.signedOut',
        sql<number>`(extract(epoch FROM shift.until - shift."signedIn") * 1000)::float8`.as('duty'),
        sql<number>`(coalesce(way.seconds, 0) * 1000)::float8`.as('driving'),
        sql<number>`(coalesce(way.longest, 0) * 1000)::float8`.as('longest'),
        sql<number>`(greatest(0, extract(epoch FROM shift.until - shift."signedIn") - coalesce(way.seconds, 0)) * 1000)::float8`.as('rest'),
        sql<number>`(coalesce(way.metres, 0) / 1000)::float8`.as('distance'),
        sql<boolean>`coalesce(way.seconds, 0) > ${LONGEST_DRIVING_H * 3600}`.as('overtime'),
        'shift.inPlace',
        'shift.outPlace',
      ])
  )
}

/** Hours on duty of drivers, from sign-in to sign-out, and the driving in them. */
export default defineReport({
  path: 'shifts',
  title: { zh: '签到时长', en: 'Shifts' },
  filters,
  rows,
  columns: {
    driver: driver(),
    ...truckColumns(),
    signedIn: time({ zh: '签到时间', en: 'Signed in' }),
    signedOut: time({ zh: '签退时间', en: 'Signed out' }),
    duty: duration({ zh: '在岗时长', en: 'On duty' }),
    driving: duration({ zh: '行驶时长', en: 'Driving time' }),
    longest: duration({ zh: '最长连续驾驶', en: 'Longest without a rest' }),
    rest: duration({ zh: '未行驶时长', en: 'Not driving' }),
    overtime: yesNo({ zh: '超时', en: 'Overtime' }),
    distance: totalDistance({ zh: '里程', en: 'Distance' }),
    inPlace: place({ zh: '签到位置', en: 'Signed in at' }),
    outPlace: place({ zh: '签退位置', en: 'Signed out at' }),
    card: text({ zh: '卡号', en: 'Card' }),
  },
  sort: { by: 'signedIn', order: 'desc' },
  rowIs: 'record',
})
