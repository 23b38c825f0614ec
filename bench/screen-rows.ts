// How many rows each list of the web console has (of a long one, those of its first page) with the virtual fleet after its stored days are uploaded, over the longest period that it allows.
// Usage: npm run bench -- screen-rows [--data FOLDER] (kept for later benches) [--live MINUTES] (waits so long after the upload; what is offline now
// has rows a quarter of an hour after trucks were switched off)
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { SCREENS } from '@tanker/contract/screens'
import { startFleetProduct } from './fleet-product.ts'
import { rowCounter } from './list-rows.ts'

const { values } = parseArgs({ options: { data: { type: 'string' }, live: { type: 'string', default: '2' } } })

const product = await startFleetProduct(values.data ?? null)
try {
  await product.uploaded()
  const cpu = Object.entries(await product.cpu()).map(([program, seconds]) => `${program} ${seconds.toFixed(0)} s`)
  console.log(`stored days uploaded after ${product.took.uploaded ?? '–'} s; CPU: ${cpu.join(', ')}`)
  await wait(Number(values.live) * 60_000)
  const countOf = await rowCounter(product)
  let empty = 0
  for (const { path, kind, title } of SCREENS) {
    if (kind !== 'report') continue
    const count = await countOf(path)
    if (count === 0) empty += 1
    console.log(`${String(count).padStart(8)}  ${title.en} (${path})`)
  }
  console.log(`${empty} lists are empty`)
} finally {
  await product.stop()
}
