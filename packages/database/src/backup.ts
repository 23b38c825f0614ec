import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { chownTree, postgresUser } from './postgres-binaries.ts'

/** What a backup holds, beside it. */
export const MANIFEST = 'tanker-backup.json'
const DATA = 'data'
const CHUNK_BYTES = 1 << 20
/** Files that are copied at a time: most are small, and each waits for the disk. */
const MAX_FILES_AT_A_TIME = 16

/** Of the data folder: what belongs to the running program, and copies of the package's own programs. */
const NOT_COPIED_HOME = new Set([DATA, `${DATA}.new`, 'owner', 'start.lock', 'postgresql'])
/** Of the cluster: what PostgreSQL itself leaves out of a base backup, by path from the cluster's folder. */
const NOT_COPIED = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map'])
const EMPTIED = new Set(['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'])

type Entry = { readonly path: string; readonly bytes: number; readonly sha256: string }
export type Backup = {
  readonly startedAt: string
  readonly endedAt: string
  readonly files: readonly Entry[]
}

/** A backup or a restore that cannot be made; the message says what to do. */
export class BackupRefused extends Error {}

/**
 * Copies a data folder with the embedded database while it runs: everything that was committed before the copy ended is in it, and nothing
 * by halves. The database is started for the time when it does not run.
 * @param folder the data folder (TANKER_DATA)
 * @param target a folder that does not exist or is empty
 * @throws BackupRefused
 */
export async function backUp(folder: string, target: string, now: () => Date = () => new Date()): Promise<Backup> {
  const home = resolve(folder)
  const to = resolve(target)
  if (to === home || to.startsWith(`${home}/`))
    throw new BackupRefused(`${to} lies in the data folder itself. Choose another folder, best on another disk.`)
  await refuseUnlessEmpty(to)
  const startedAt = now().toISOString()
  const server = await startEmbeddedPostgres(home)
  const files: Entry[] = []
  try {
    const client = new pg.Client({ connectionString: server.url('postgres'), application_name: 'tanker-backup' })
    await client.connect()
    try {
      // Keeps the log since now from being recycled; it goes with this connection.
      await client.query(`SELECT pg_create_physical_replication_slot($1, true, true)`, [`tanker_backup_${process.pid}`])
      const start = await oneOf<{ lsn: string }>(client, `SELECT pg_backup_start('tanker', true)::text AS lsn`)
      await mkdir(join(to, DATA), { recursive: true, mode: 0o700 })
      await copyTree(home, to, '', files, (path) => NOT_COPIED_HOME.has(path))
      await copyTree(join(home, DATA), join(to, DATA), '', files, (path) => NOT_COPIED.has(path), EMPTIED, DATA)
      const end = await oneOf<{ lsn: string; labelfile: string }>(client, 'SELECT lsn::text, labelfile FROM pg_backup_stop(false)')
      files.push(await writeWhole(to, join(DATA, 'backup_label'), Buffer.from(end.labelfile)))
      const log = await oneOf<{ first: string; last: string }>(client, 'SELECT pg_walfile_name($1) AS first, pg_walfile_name($2) AS last', [
        start.lsn,
        end.lsn,
      ])
      for (const name of (await readdir(join(home, DATA, 'pg_wal'))).toSorted())
        // A timeline's history, and the segments from the first to the last that the copy needs.
        if (name.endsWith('.history') || (name.length === 24 && name >= log.first && name <= log.last))
          files.push(await copyFile(home, to, join(DATA, 'pg_wal', name)))
    } finally {
      await client.end().catch(() => undefined)
    }
  } finally {
    await server.stop()
  }
  const backup = { startedAt, endedAt: now().toISOString(), files }
  await writeWhole(to, MANIFEST, Buffer.from(JSON.stringify(backup)))
  return backup
}

/**
 * Puts a backup into a new data folder, every file held against its SHA-256. The next start on that folder replays its log.
 * @param target a folder that does not exist or is empty
 * @throws BackupRefused
 */
export async function restore(source: string, target: string): Promise<Backup> {
  const from = resolve(source)
  const to = resolve(target)
  await refuseUnlessEmpty(to)
  const backup = await readManifest(from)
  // All is held against the list before anything is written.
  await inParallel(backup.files, async ({ path, sha256 }) => {
    const found = await hashOf(join(from, path)).catch(() => null)
    if (found !== sha256)
      throw new BackupRefused(`${join(from, path)} is missing or not as it was written. This backup is damaged: take another one.`)
  })
  await mkdir(join(to, DATA), { recursive: true, mode: 0o700 })
  for (const name of EMPTIED) await mkdir(join(to, DATA, name), { recursive: true, mode: 0o700 })
  await inParallel(backup.files, ({ path }) => copyFile(from, to, path))
  for (const folder of await emptyFolders(from)) await mkdir(join(to, folder), { recursive: true, mode: 0o700 })
  const user = await postgresUser()
  if (user) await chownTree(join(to, DATA), user)
  return backup
}

async function refuseUnlessEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new BackupRefused(`${folder} cannot be used: ${error.message}`)
  })
  if (names.length > 0) throw new BackupRefused(`${folder} is not empty, and nothing there is overwritten. Give a new folder.`)
}

async function readManifest(from: string): Promise<Backup> {
  try {
    return JSON.parse(await readFile(join(from, MANIFEST), 'utf8')) as Backup
  } catch {
    throw new BackupRefused(
      `${from} holds no whole backup: ${MANIFEST} is missing or damaged. It is written last, so the backup may not have ended.`,
    )
  }
}

/** Copies a folder with what is below it; files that vanish in between were temporary, or the log knows of them. */
async function copyTree(
  from: string,
  to: string,
  below: string,
  files: Entry[],
  isLeftOut: (path: string) => boolean,
  emptied: ReadonlySet<string> = new Set(),
  prefix = '',
): Promise<void> {
  await inParallel(await readdir(join(from, below), { withFileTypes: true }), async (entry) => {
    const path = join(below, entry.name)
    if (isLeftOut(path) || entry.name.startsWith('pgsql_tmp') || entry.name.startsWith('pg_internal.init')) return
    if (entry.isDirectory()) {
      await mkdir(join(to, path), { recursive: true, mode: 0o700 })
      if (!emptied.has(path)) await copyTree(from, to, path, files, isLeftOut, emptied, prefix)
    } else if (entry.isFile()) {
      const copied = await copyFile(from, to, path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      if (copied) files.push({ ...copied, path: join(prefix, copied.path) })
    }
  })
}

/** Does `work` for all, some at a time; the first failure ends it once what runs has ended. */
async function inParallel<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const waiting = all.values()
  const worker = async (): Promise<void> => {
    for (const one of waiting) await work(one)
  }
  const ends = await Promise.allSettled(Array.from({ length: MAX_FILES_AT_A_TIME }, worker))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex')
}

/** Copies one file and makes it durable; answers what was written. */
async function copyFile(from: string, to: string, path: string): Promise<Entry> {
  const source = createReadStream(join(from, path), { highWaterMark: CHUNK_BYTES })
  let target: FileHandle | null = null
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      target ??= await openNew(join(to, path))
      hash.update(chunk)
      bytes += chunk.length
      await target.writeFile(chunk)
    }
    target ??= await openNew(join(to, path))
    await target.datasync()
  } finally {
    source.destroy()
    await target?.close()
  }
  return { path, bytes, sha256: hash.digest('hex') }
}

async function writeWhole(to: string, path: string, content: Buffer): Promise<Entry> {
  await writeFile(join(to, path), content, { mode: 0o600, flush: true })
  return { path, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
}

async function openNew(file: string): Promise<FileHandle> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  return open(file, 'wx', 0o600)
}

/** Folders of the copied cluster in which no file lies; PostgreSQL wants them. */
async function emptyFolders(from: string): Promise<string[]> {
  const found: string[] = []
  const look = async (below: string): Promise<void> => {
    const entries = await readdir(join(from, below), { withFileTypes: true })
    if (entries.length === 0) found.push(below)
    for (const entry of entries) if (entry.isDirectory()) await look(join(below, entry.name))
  }
  await look(DATA)
  return found
}

async function oneOf<Row extends pg.QueryResultRow>(client: pg.Client, text: string, values: unknown[] = []): Promise<Row> {
  const { rows } = await client.query<Row>(text, values)
  const row = rows[0]
  if (row === undefined) throw new Error(`no row from ${text}`)
  return row
}
