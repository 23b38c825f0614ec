import type { ScopedDb } from '@tanker/database/scope'
import { ROLL_OUT_STATES, ROLL_OUT_TRUCK_STATES } from '@tanker/domain/devices/roll-out'
import type { Language } from '@tanker/domain/texts/text'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  isChosen,
  oneOf,
  organisation,
  period,
  plate,
  plateCell,
  shortNameOf,
  text,
  time,
  truckOrOrganisation,
  wholeNumber,
  yesNo,
} from '../kinds.ts'
import { ALL_SEND_FAILURES } from './send-words.ts'

const STATE = { zh: '状态', en: 'State' } as const

const filters = { scope: truckOrOrganisation(), period: period({ maxDays: 366 }), state: oneOf(STATE, ROLL_OUT_TRUCK_STATES) }

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>, language: Language) =>
  db
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .innerJoin('roll_out_truck', 'roll_out_truck.truck_id', 'truck.id')
    .innerJoin('roll_out', 'roll_out.id', 'roll_out_truck.roll_out_id')
    .leftJoin('device_command', 'device_command.id', 'roll_out_truck.command_id')
    .where(isChosen(asked.scope, 'truck'))
    .where('roll_out.ordered_at', '>=', asked.period.from)
    .where('roll_out.ordered_at', '<=', asked.period.to)
    .where(among(sql<string>`roll_out_truck.state`, asked.state))
    .select([
      sql<string>`concat_ws('-', roll_out.id, truck.id)`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      'roll_out.title',
      'roll_out.state as rollOut',
      sql<number>`roll_out_truck.place + 1`.as('place'),
      'roll_out_truck.is_first as isFirst',
      'roll_out_truck.state',
      sql<string | null>`roll_out_truck.problem ->> ${language}::text`.as('problem'),
      'device_command.result as reason',
      'device_command.tries',
      'roll_out_truck.ordered_at as sentAt',
      'device_command.finished_at as finishedAt',
      'roll_out.ordered_at as orderedAt',
      sql<string>`concat(roll_out.id, ':', roll_out.title)`.as('ofRollOut'),
    ])

/** Each truck of each roll-out. */
export default defineReport({
  path: 'roll-out-trucks',
  title: { zh: '分批下发车辆', en: 'Trucks of roll-outs' },
  filters,
  rows,
  columns: {
    plate: plate(),
    organisation: organisation(),
    title: text({ zh: '文件', en: 'File' }),
    rollOut: choice({ zh: '分批下发', en: 'Roll-out' }, ROLL_OUT_STATES),
    place: wholeNumber({ zh: '次序', en: 'Place' }),
    isFirst: yesNo({ zh: '首批', en: 'First trucks' }),
    state: choice(STATE, ROLL_OUT_TRUCK_STATES),
    reason: choice({ zh: '失败原因', en: 'Why it failed' }, ALL_SEND_FAILURES),
    problem: text({ zh: '说明', en: 'Remark' }),
    tries: wholeNumber({ zh: '发送次数', en: 'Tries' }),
    sentAt: time({ zh: '下发时间', en: 'Sent' }),
    finishedAt: time({ zh: '完成时间', en: 'Finished' }),
    orderedAt: time({ zh: '分批下发时间', en: 'Rolled out' }),
  },
  sort: { by: 'orderedAt', order: 'desc' },
  pickable: { ofRollOut: { zh: '分批下发', en: 'Roll-out' } },
  rowIs: 'record',
  live: { everyS: [5, 10, 30] },
})
