import { BackupRefused } from '@tanker/database/backup'
import { NotDurable } from '@tanker/database/connection'
import { WrongDatabaseUrl } from '@tanker/database/database-address'
import { NoDatabase } from '@tanker/database/wait-for-primary'
import { DataFolderRefused } from '@tanker/database/data-folder'
import { WrongObjectStore } from './platform/object-store/object-store-setting.ts'
import { WrongSetting } from './settings.ts'
import { PortTaken } from './taken-port.ts'

/** Exit code when a restart cannot help: a setting, a port or the data folder must be corrected first. */
const DO_NOT_START_AGAIN = 78
const START_AGAIN = 1

/** Errors whose messages are complete and say what to correct. */
const FOR_PEOPLE = [WrongSetting, DataFolderRefused, BackupRefused, NotDurable, WrongDatabaseUrl, PortTaken, WrongObjectStore] as const

/** An error as text for the terminal, and the exit code that says whether a restart may help. */
export type StartProblem = { readonly text: string; readonly exitCode: number }

/** Why the program ended. Known causes become one sentence; other errors keep their stack. */
export function startProblem(error: unknown): StartProblem {
  if (FOR_PEOPLE.some((kind) => error instanceof kind)) return { text: (error as Error).message, exitCode: DO_NOT_START_AGAIN }
  // The database may come back.
  if (error instanceof NoDatabase) return { text: error.message, exitCode: START_AGAIN }
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (syscall === 'listen') return listenProblem(error as NodeJS.ErrnoException & { port?: number; address?: string })
  const migration = /^corrupted migrations: previously executed migration (\S+) is missing/.exec(message ?? '')?.[1]
  if (migration) {
    return {
      text:
        `The database was last used by a newer release of this program: it has the schema ${migration}, which this release does not know. ` +
        'Nothing was changed. Start that release or a newer one, or restore a backup from before the update.',
      exitCode: DO_NOT_START_AGAIN,
    }
  }
  const reason = DATABASE_REASONS[code ?? '']
  if (reason !== undefined) {
    // An AggregateError of several addresses has no message of its own.
    const said = message || (error as AggregateError).errors?.map((each: Error) => each.message).join(', ')
    return { text: `The database of DATABASE_URL cannot be used: ${reason} (${said}).`, exitCode: START_AGAIN }
  }
  if (error instanceof Error && error.message.startsWith('PostgreSQL ')) return { text: error.message, exitCode: START_AGAIN }
  return { text: error instanceof Error ? (error.stack ?? error.message) : String(error), exitCode: START_AGAIN }
}

const DATABASE_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'PostgreSQL does not answer there; start it, or correct the host and port',
  ENOTFOUND: 'its host is not known; correct the host',
  ETIMEDOUT: 'it cannot be reached; look at the network and the firewall',
  EHOSTUNREACH: 'it cannot be reached; look at the network and the firewall',
  '28P01': 'it refuses the password; correct user and password',
  '28000': 'it refuses this user; look at pg_hba.conf',
  '3D000': 'the database does not exist; create it with CREATE DATABASE',
  '57P03': 'PostgreSQL is still starting',
}

function listenProblem({ code, port, address, message }: NodeJS.ErrnoException & { port?: number; address?: string }): StartProblem {
  const ways = 'npm start -- --port 8090 (web console), --device-port 6809 (trucks)'
  const text =
    code === 'EACCES'
      ? `Port ${port} is reserved for root. Choose a port above 1023: ${ways}.`
      : code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND'
        ? `This machine has no address ${address}. Correct --host or --device-host.`
        : code === 'EADDRINUSE'
          ? `Port ${port} is taken. Stop the program that has it, or choose another port: ${ways}.`
          : `The program cannot listen: ${message}.`
  return { text, exitCode: DO_NOT_START_AGAIN }
}
