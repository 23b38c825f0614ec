// Alarms of the virtual fleet by grade and type, for each truck and week, counted in the database after its stored days are uploaded.
// Usage: npm run bench -- alarm-rates [--data FOLDER] (kept for later benches) [--live MINUTES] (waits so long after the upload) [--url DATABASE_URL]
// (counts there and starts nothing)
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { type FleetProduct, startFleetProduct } from './fleet-product.ts'
import { ask } from './ground.ts'

const { values } = parseArgs({ options: { data: { type: 'string' }, live: { type: 'string', default: '0' }, url: { type: 'string' } } })

type Count = { readonly grade: string; readonly type: number; readonly alarms: number; readonly trucks: number; readonly most: number }

async function print(url: string): Promise<void> {
  const [{ weeks, trucks } = { weeks: 0, trucks: 0 }] = await ask<{ weeks: number; trucks: number }>(
    url,
    `SELECT sum(extract(epoch FROM newest - oldest))::float8 / 604800 AS weeks, count(*)::int AS trucks
     FROM (SELECT min(at) AS oldest, max(at) AS newest FROM position GROUP BY truck_id) AS spans`,
  )
  const counts = await ask<Count>(
    url,
    `SELECT grade, type, sum(alarms)::int AS alarms, count(*)::int AS trucks, max(alarms)::int AS most
     FROM (SELECT grade, type, truck_id, count(*) AS alarms FROM alarm WHERE superseded_at IS NULL GROUP BY 1, 2, 3) AS of_truck
     GROUP BY 1, 2 ORDER BY array_position('{black,red,yellow}', grade), 3 DESC`,
  )
  console.log(`${trucks} trucks, ${weeks.toFixed(1)} truck-weeks`)
  console.log('grade   type                                    alarms  trucks  most of one  per truck-week')
  for (const { grade, type, alarms, trucks: of, most } of counts) {
    const name = alarmType(type)
    const note = name?.information ? ', information' : ''
    console.log(
      `${grade.padEnd(8)}${`${type} ${name?.name.en ?? ''}${note}`.padEnd(40)}${[alarms, of, most].map((one) => String(one).padStart(6)).join('  ')}       ${(alarms / weeks).toFixed(3).padStart(8)}`,
    )
  }
  for (const grade of ['black', 'red', 'yellow']) {
    const sum = counts
      .filter((one) => one.grade === grade && !alarmType(one.type)?.information)
      .reduce((all, { alarms }) => all + alarms, 0)
    console.log(`${grade}: ${sum} alarms, ${(sum / weeks).toFixed(2)} for a truck and week`)
  }
}

if (values.url === undefined) {
  const product: FleetProduct = await startFleetProduct(values.data ?? null)
  try {
    await product.uploaded()
    await wait(Number(values.live) * 60_000)
    const { serving, online, uploaded } = product.took
    console.log(`serving after ${serving} s, all trucks online after ${online} s, stored days uploaded after ${uploaded ?? '–'} s`)
    const cpu = Object.entries(await product.cpu()).map(([program, seconds]) => `${program} ${seconds.toFixed(0)} s`)
    console.log(`CPU: ${cpu.join(', ')}`)
    await print(product.databaseUrl)
  } finally {
    await product.stop()
  }
} else await print(values.url)
