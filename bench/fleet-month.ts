import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, migrate } from '@tanker/database/connection'
import { startEmbeddedPostgres } from '@tanker/database/embedded-postgres'
import { prepareProgramRole } from '@tanker/database/program-role'
import { TruckContexts } from '@tanker/database/truck-contexts'
import { loadWorld } from '@tanker/fleet/world'
import pg from 'pg'
import { copyTrucks } from './copied-trucks.ts'
import { ask } from './ground.ts'
import { playMonth, storePlayed } from './played-month.ts'
import { type ServerProgram, startServerProgram } from './server-program.ts'

type FleetMonth = {
  readonly url: string
  /** Of the user `admin`. */
  readonly password: string
  readonly postgresPid: number
  stop(): Promise<void>
}

type Size = { readonly played: number; readonly copies: number; readonly days: number }

const DAY_MS = 86_400_000
const WORLD = 'apps/fleet/world'
const MAX_WAIT_FOR_DELIVERIES_MS = 600_000

/**
 * A month of a fleet in the embedded database under `folder`. `played` trucks of the virtual fleet live through it and detection judges what
 * they report; the server settles their deliveries. Then each of them gets `copies` companions, and all of them a month before it without
 * positions. A folder that has its month is used as it is.
 */
export async function fleetMonth(folder: string, { played, copies, days }: Size): Promise<FleetMonth> {
  const passwordFile = join(folder, 'bench-password')
  const isNew = !existsSync(passwordFile)
  const server = await startEmbeddedPostgres(folder, {}, { onLost: () => undefined, onBack: () => undefined })
  const url = await prepareProgramRole((database) => server.url(database), 'tanker')
  const month = async (password: string): Promise<FleetMonth> => ({
    url,
    password,
    get postgresPid() {
      return server.pid
    },
    stop: () => server.stop(),
  })
  try {
    if (!isNew) return await month(await readFile(passwordFile, 'utf8'))
    const connection = connect(url)
    await migrate(connection.db)
    await connection.close()
    const to = Date.now()
    const from = to - days * DAY_MS
    for (let at = from - DAY_MS; at <= to + DAY_MS; at += DAY_MS) await createPartition(url, Math.floor(at / DAY_MS) * DAY_MS)
    const first = await startServerProgram(url, 'http', { web: false, world: WORLD })
    await ended(first)
    await timed(`${played} trucks played over ${days} days`, () => play(url, { from, to, played }))
    await timed('uploads summed up', () => ask(url, UPLOAD_HOURS))
    await timed('deliveries settled', () => settle(url, first.password))
    await timed(`${copies} copies of each`, () => copy(url, copies))
    await timed('vacuumed', () => ask(url, 'VACUUM ANALYZE'))
    await writeFile(passwordFile, first.password, { mode: 0o600 })
    return await month(first.password)
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function createPartition(url: string, from: number): Promise<void> {
  const [begins, ends] = [new Date(from).toISOString(), new Date(from + DAY_MS).toISOString()]
  const name = `position_${begins.slice(0, 10).replaceAll('-', '_')}`
  await ask(url, `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF position FOR VALUES FROM ('${begins}') TO ('${ends}')`)
}

async function play(url: string, { from, to, played }: { from: number; to: number; played: number }): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2, options: '-c synchronous_commit=off' })
  try {
    const world = loadWorld(WORLD)
    const rows = world.trucks.filter(({ model }) => model === 'oil-tanker').slice(0, played)
    const { rows: known } = await pool.query<{ id: number; plate: string }>('SELECT id, plate FROM truck')
    const idOf = new Map(known.map(({ id, plate }) => [plate, id]))
    const contexts = await new TruckContexts(pool).load([...idOf.values()])
    for (const [index, row] of rows.entries()) {
      const context = contexts.get(idOf.get(row.plate) ?? 0)
      if (context === undefined) throw new Error(`${row.plate} was not imported`)
      const life = playMonth(world, row, context, { from, to, number: index + 1 })
      await storePlayed((text, values) => pool.query(text, values), context, life)
    }
    await pool.query('ANALYZE')
  } finally {
    await pool.end()
  }
}

/** What the job of upload statistics sums up of complete hours; nothing is missing. The job itself runs every five minutes. */
const UPLOAD_HOURS = `
  INSERT INTO upload_hour (truck_id, hour, organisation_id, received, positions, levels, seals, safety, resent, late, missing, first_at, last_at)
  SELECT truck_id, date_trunc('hour', at, 'UTC'), min(organisation_id), count(*), count(*) FILTER (WHERE (flags & 1) <> 0),
    count(*) FILTER (WHERE get_byte(packed, 28) > 0), count(*) FILTER (WHERE get_byte(packed, 29) > 0), count(*) FILTER (WHERE get_byte(packed, 31) > 0),
    count(*) FILTER (WHERE (flags & 8) <> 0), count(*) FILTER (WHERE received_at - at > interval '10 minutes'), 0, min(at), max(at)
  FROM position GROUP BY 1, 2`

/** Lets the jobs of the server settle what is due. */
async function settle(url: string, password: string): Promise<void> {
  const server = await startServerProgram(url, 'jobs', { web: false, password })
  try {
    for (const until = Date.now() + MAX_WAIT_FOR_DELIVERIES_MS; Date.now() < until; await wait(500)) {
      const [{ due } = { due: 1 }] = await ask<{ due: number }>(url, 'SELECT count(*)::int AS due FROM delivery_due')
      if (due === 0) return
    }
    throw new Error('the deliveries were not settled')
  } finally {
    await ended(server)
  }
}

async function copy(url: string, copies: number): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: '-c synchronous_commit=off' })
  await client.connect()
  try {
    await copyTrucks(client, copies)
  } finally {
    await client.end()
  }
}

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const done = await work()
  console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`)
  return done
}

/** Resolves when the program has ended. */
export async function ended({ process: child }: ServerProgram): Promise<void> {
  const over = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await over
}
