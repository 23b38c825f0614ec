import type { RunningProduct } from './running-product.ts'

/** Tests of a truck’s tank in the last hours, one that failed among them, and its test box as it holds the pressure for the next one. */
export async function storeAirtightFixtures({ database: { pool } }: RunningProduct, truckId: number): Promise<void> {
  await pool.query(
    `INSERT INTO record (truck_id, organisation_id, kind, name, object, started_at, ended_at, lat, lng, properties)
     SELECT truck.id, organisation_id, 'airtight-test', 'airtight-test', number, now() - ago, now() - ago + interval '5 minutes', 31.96, 118.84,
       json_build_object('testNo', number, 'test', test, 'compartmentBits', bits, 'volumeL', volume, 'temperatureC', 18.5, 'startPa', start_pa,
         'endPa', start_pa - sign(start_pa) * loss, 'lossPa', loss, 'limitPa', most, 'result', result)
     FROM truck, (VALUES (38, 'positive', 3, 16000, 250, 4480, 210, 'passed', interval '200 minutes'),
       (39, 'negative', 3, 16000, 250, -1490, 130, 'passed', interval '180 minutes'),
       (40, 'positive', 1, 8000, 380, 4510, 940, 'failed', interval '70 minutes')) AS held (number, test, bits, volume, most, start_pa, loss, result, ago)
     WHERE truck.id = $1`,
    [truckId],
  )
  // Holding 4,380 Pa in compartments 1 and 2, at 21.5 °C, as test 41; the kept readings have no safety events, so that their layout, 2, is otherwise that of 4.
  await pool.query(
    String.raw`UPDATE position SET packed = set_byte(packed, 0, 4) || '\x0201050100000029111c00d70003'::bytea
     WHERE truck_id = $1 AND at = (SELECT max(at) FROM position WHERE truck_id = $1)`,
    [truckId],
  )
}
