import { sql } from 'kysely'
import { isUnmeasured } from '../loss-columns.ts'

/** What is summed: lines that arrived somewhere, with document values for compartments without a gauge; a compartment's load counts once, for any number of stations. */
export const sumsOf = (volume: 'v20' | 'vt') => {
  const of = (name: string) => sql.ref(`delivery_line.${name}${volume === 'v20' ? '_v20' : ''}_l`)
  const lossOf = (name: string) => sql.ref(`delivery_line.${name}_loss${volume === 'v20' ? '' : '_vt'}_l`)
  const arrived = sql`delivery_line.transport_loss_l IS NOT NULL`
  const load = sql<number | null>`sum(${of('load')}) FILTER (WHERE delivery_line.first AND ${arrived})`
  const transport = sql<number | null>`sum(${lossOf('transport')})`
  const out = sql<number | null>`sum(${of('depot_out')}) FILTER (WHERE ${arrived} OR ${isUnmeasured()})`
  const unloadedKnown = sql<number | null>`sum(${of('unload')}) FILTER (WHERE ${of('station_in')} IS NOT NULL)`
  const sent = sql<
    number | null
  >`sum(coalesce(${of('depot_out')}, ${of('load')})) FILTER (WHERE delivery_line.first AND delivery_line.total_loss_l IS NOT NULL)`
  return {
    load,
    out,
    transport,
    unloadedKnown,
    sent,
    loadDifference: sql<number | null>`sum(${of('depot_out')} - ${of('load')}) FILTER (WHERE ${arrived})`,
    arrive: sql<number | null>`${load} - ${transport}`,
    unload: sql<number | null>`sum(${of('unload')})`,
    stationIn: sql<number | null>`sum(${of('station_in')})`,
    unloading: sql<number | null>`sum(${lossOf('unloading')})`,
    total: sql<number | null>`sum(${lossOf('total')})`,
    quota: sql<number | null>`sum(delivery_line.quota_permille * ${of('load')} / 1000) FILTER (WHERE delivery_line.first AND ${arrived})`,
  }
}

/** A sum by another, permille. */
export const rateOf = (of: ReturnType<typeof sql<number | null>>, by: ReturnType<typeof sql<number | null>>) =>
  sql<number | null>`(${of}) / nullif(${by}, 0) * 1000`
/** Three sigmas of the sum, as `judgeLoss` of the domain. */
export const uncertainty = sql<number | null>`3 * sqrt(sum(delivery_line.uncertainty_l ^ 2))`
/** Of the transport loss: a key of LOSS_JUDGES. */
export const judge = sql<
  string | null
>`CASE WHEN sum(delivery_line.transport_loss_l) IS NULL THEN NULL WHEN abs(sum(delivery_line.transport_loss_l)) <= ${uncertainty} THEN 'cannot-tell'
  WHEN sum(delivery_line.transport_loss_l) > 0 THEN 'loss' ELSE 'gain' END`
