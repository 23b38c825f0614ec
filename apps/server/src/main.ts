import { setFlagsFromString } from 'node:v8'
import { verifyChangesFromTerminal } from './changes/verify-changes.ts'
import { addUserFromTerminal, firstStart, resetPasswordFromTerminal } from './first-start.ts'
import { openBase, startRoles } from './program.ts'
import { WrongSetting, readSettings } from './settings.ts'

/** What the start command is told over the process channel once everything listens. */
export type ReadyMessage = {
  readonly ready: true
  readonly httpPort: number | null
  readonly devicePort: number | null
  /** The database was made usable just now. */
  readonly firstStart: boolean
  /** Told this once, at the first start with a world. */
  readonly integrationKey: string | null
}

async function main(): Promise<void> {
  const settings = readSettings(process.argv.slice(2), process.env)
  const base = await openBase(settings)
  let first: Awaited<ReturnType<typeof firstStart>> = null
  try {
    if (settings.command.name === 'reset-password') {
      await resetPasswordFromTerminal(base, settings.command.userName)
      return
    }
    if (settings.command.name === 'add-user') {
      await addUserFromTerminal(base)
      return
    }
    if (settings.command.name === 'verify-changes') {
      await verifyChangesFromTerminal(base)
      return
    }
    if (settings.roles.has('http')) first = await firstStart(base, settings.worldFolder)
  } finally {
    if (settings.command.name !== 'run') await base.close()
  }

  // What lives, lives long here. Marking it all each time a third was added kept the processors busy while trucks waited.
  if (settings.roles.has('gateway') && !settings.roles.has('http')) setFlagsFromString('--heap-growing-percent=400')
  const running = await startRoles(settings, base)
  base.log.info({ httpPort: running.httpPort, devicePort: running.devicePort, roles: [...settings.roles] }, 'serving')
  process.send?.({
    ready: true,
    httpPort: running.httpPort,
    devicePort: running.devicePort,
    firstStart: first !== null,
    integrationKey: first?.integrationKey ?? null,
  } satisfies ReadyMessage)

  let stopping = false
  const stop = (reason: string): void => {
    if (stopping) return
    stopping = true
    base.log.info({ reason }, 'stopping: the groups in flight are finished first')
    // A database that never answers must not keep the program from ending: nothing unanswered was acknowledged.
    setTimeout(() => process.exit(1), 20_000).unref()
    running
      .close()
      .then(() => base.close())
      .then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      )
  }
  process.on('SIGINT', () => stop('SIGINT'))
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('disconnect', () => stop('the start command ended'))
}

/** An unexpected error ends the process with its reason: going on half-broken could acknowledge what is not stored. */
function fail(error: unknown): never {
  if (error instanceof WrongSetting) console.error(error.message)
  else if ((error as NodeJS.ErrnoException | null)?.code === 'EADDRINUSE') {
    const { port } = error as { port?: number }
    console.error(
      `Port ${port} is taken by another program. Stop it, or choose another port: npm start -- --port 8090 (console), --device-port 6809 (trucks).`,
    )
  } else console.error(error)
  process.exit(1)
}

process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)
await main().catch(fail)
