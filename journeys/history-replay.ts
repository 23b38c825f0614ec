import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '@tanker/fleet/random'
import { driveFleet } from '@tanker/fleet/wire/drive-fleet'
import { openOfficePost } from '@tanker/fleet/wire/office-post'
import { fleetWithPast } from './fleet-with-past.ts'
import type { RunningProduct } from './running-product.ts'

type Past = { readonly trucks: number; readonly days: number; readonly withinMs: number }

/** Replays the last days of virtual trucks with their papers, and waits until rebuilds are done and deliveries are reconciled. */
export async function replayHistory(product: RunningProduct, { trucks, days, withinMs }: Past): Promise<void> {
  const startAt = Math.floor(Date.now() / 1000) * 1000
  const post = openOfficePost({
    address: product.address,
    key: product.integrationKey,
    onTrouble: (text) => {
      throw new Error(text)
    },
  })
  let replayed = 0
  const running = driveFleet({
    ...(await fleetWithPast({ trucks, days, startAt, scenariosPerTruckHour: 1.5 })),
    host: '127.0.0.1',
    port: product.devicePort,
    random: createRandom(1),
    codes: new Map(),
    onReplayed: ({ beforeLive }) => void (replayed += beforeLive ? 0 : 1),
    onPapers: post.add,
  })
  const waiting = async (): Promise<boolean> => {
    const { rows } = await product.database.pool.query<{ unfinished: boolean }>(`SELECT
      EXISTS (SELECT FROM truck_state WHERE rebuild_from IS NOT NULL) OR NOT EXISTS (SELECT FROM delivery_line WHERE leg > 0) AS unfinished`)
    // A truck may be laid up with its console off: its past comes when it wakes.
    return replayed < trucks - 1 || rows[0]?.unfinished !== false
  }
  const until = Date.now() + withinMs
  while (Date.now() < until && (await waiting())) await wait(300)
  running.stop()
  post.stop()
}
