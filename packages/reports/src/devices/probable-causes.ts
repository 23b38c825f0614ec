import { propertiesIn } from '@tanker/database/fact-properties'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { PROBABLE_CAUSES, type ProbableCause } from '@tanker/domain/devices/probable-cause'
import { cargoDeviceFact, consoleFaultFact } from '@tanker/domain/facts/equipment-facts'
import { sealFaultAlarmFact } from '@tanker/domain/facts/seal-facts'
import { type RawBuilder, sql } from 'kysely'

const SUPPLY = [ALARM.powerCut, ALARM.underVoltage]
const CONSOLE = [ALARM.shutdown, ALARM.terminalInterrupted]
const ANSWERING = [ALARM.sealFault, ALARM.cargoDevice]

const seal = propertiesIn('alarm', sealFaultAlarmFact)
const gauge = propertiesIn('alarm', cargoDeviceFact)
const otherSeal = propertiesIn('other', sealFaultAlarmFact)
const otherGauge = propertiesIn('other', cargoDeviceFact)
const said = propertiesIn('alarm', consoleFaultFact)

/** SQL: how a fault shows itself; null where its alarm type says all. */
export const howItFailed = sql<string | null>`CASE alarm.type WHEN ${sql.lit(ALARM.sealFault)} THEN ${seal.text('fault')}
  WHEN ${sql.lit(ALARM.cargoDevice)} THEN ${gauge.text('kind')} WHEN ${sql.lit(ALARM.consoleFault)} THEN ${said.text('fault')} END`

const isType = (types: readonly number[]) => sql`alarm.type = ANY (${[...types]}::int[])`
const is = (type: number) => sql`alarm.type = ${sql.lit(type)}`

/** Another alarm of the row's truck. */
const other = (types: readonly number[], more: RawBuilder<unknown>) => sql`(SELECT count(*) FROM alarm AS other
  WHERE other.truck_id = alarm.truck_id AND other.id <> alarm.id AND other.superseded_at IS NULL AND other.type = ANY (${[...types]}::int[]) AND ${more})`

/** It was going on when the fault began, or ended so long before that the devices were still starting. */
const beforeIt = (
  minutes: number,
) => sql`other.started_at BETWEEN alarm.started_at - interval '1 day' AND alarm.started_at + interval '30 seconds'
  AND coalesce(other.ended_at, alarm.started_at) >= alarm.started_at - make_interval(mins => ${sql.lit(minutes)})`
const together = sql`abs(extract(epoch FROM other.started_at - alarm.started_at)) <= 120 AND (other.type, other.object) <> (alarm.type, alarm.object)
  AND coalesce(${otherSeal.text('fault')}, ${otherGauge.text('kind')}) = 'silent'`
const again = sql`other.object = alarm.object AND other.type = alarm.type
  AND other.started_at BETWEEN alarm.started_at - interval '7 days' AND alarm.started_at + interval '7 days'`

/** When each cause fits the row's `alarm`. The first that fits counts. */
const FITS: Readonly<Record<ProbableCause, RawBuilder<unknown>>> = {
  supply: sql`NOT ${isType(SUPPLY)} AND ${other(SUPPLY, beforeIt(10))} > 0`,
  console: sql`NOT ${isType([...SUPPLY, ...CONSOLE])} AND ${other(CONSOLE, beforeIt(2))} > 0`,
  line: sql`${isType(ANSWERING)} AND ${howItFailed} = 'silent' AND ${other(ANSWERING, together)} > 0`,
  device: sql`${isType([...ANSWERING, ALARM.consoleFault])} AND ${other([...ANSWERING, ALARM.consoleFault], again)} >= 2`,
  probe: is(ALARM.sealFault),
  gauge: is(ALARM.cargoDevice),
  antenna: sql`${is(ALARM.consoleFault)} AND ${said.text('fault')} IN ('antenna-open', 'antenna-short', 'satellite-module')`,
  wiring: is(ALARM.powerCut),
  battery: is(ALARM.underVoltage),
  unit: sql`true`,
}

const CAUSES = Object.keys(PROBABLE_CAUSES) as ProbableCause[]

/** SQL: the probable cause of the row's fault. */
export const probableCause = sql<ProbableCause>`CASE ${sql.join(
  CAUSES.map((cause) => sql`WHEN ${FITS[cause]} THEN ${sql.lit(cause)}`),
  sql` `,
)} END`
