import { setFlagsFromString } from 'node:v8'
import { copyDatabaseFromTerminal } from './backup-command.ts'
import { verifyChangesFromTerminal } from './verify-changes.ts'
import type { FirstSignIn } from './world/bootstrap-users.ts'
import { type FirstStart, addUserFromTerminal, firstStart, resetPasswordFromTerminal } from './first-start.ts'
import { openBase, startRoles } from './program.ts'
import { readSettings } from './settings.ts'
import { startProblem } from './start-problem.ts'
import { signInFrame, startReport } from './start-report.ts'
import { namingWhoListens } from './taken-port.ts'

/** Sent to the start command over the process channel once everything listens. */
export type ReadyMessage = {
  readonly ready: true
  readonly httpPort: number | null
  readonly devicePort: number | null
  /** Text for the terminal, with the sign-ins at its end at the first start. */
  readonly report: string
  /** The bootstrap users at the first start; null later. */
  readonly signIns: readonly FirstSignIn[] | null
  /** Shown once, at the first start with a world. */
  readonly integrationKey: string | null
}

/** Bootstrap users not shown yet; printed even if the start fails, so that they are not lost. */
let unshown: readonly FirstSignIn[] = []

async function main(): Promise<void> {
  const settings = readSettings(process.argv.slice(2), process.env)
  if (settings.command.name === 'backup' || settings.command.name === 'restore') {
    await copyDatabaseFromTerminal(settings, settings.command)
    return
  }
  const base = await openBase(settings)
  let first: FirstStart | null = null
  try {
    if (settings.command.name === 'reset-password') {
      await resetPasswordFromTerminal(base, settings.command)
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
    unshown = first?.signIns ?? []
  } finally {
    if (settings.command.name !== 'run') await base.close()
  }

  // Most heap objects are long-lived, so major collections are costly and delayed trucks. Collect less often.
  if (settings.roles.has('gateway') && !settings.roles.has('http')) setFlagsFromString('--heap-growing-percent=400')
  const running = await startRoles(settings, base).catch(async (error: unknown) => {
    // Stop the PostgreSQL that was started for this process.
    await base.close().catch(() => undefined)
    throw await namingWhoListens(error, settings)
  })
  base.log.info({ httpPort: running.httpPort, devicePort: running.devicePort, roles: [...settings.roles] }, 'serving')
  const signIns = first?.signIns ?? null
  const report = startReport(settings, { ...running, signIns })
  const message: ReadyMessage = {
    ready: true,
    httpPort: running.httpPort,
    devicePort: running.devicePort,
    report,
    signIns,
    integrationKey: first?.integrationKey ?? null,
  }
  // The start command prints the report below its own lines; without one it is printed here.
  if (process.send) process.send(message)
  else console.log(report)
  unshown = []

  let stopping = false
  const stop = (reason: string): void => {
    if (stopping) return
    stopping = true
    base.log.info({ reason }, 'stopping: the groups in flight are finished first')
    // An unresponsive database must not block the exit: nothing unsaved was acknowledged.
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

/** An unexpected error ends the process with its reason: a half-broken process could acknowledge data it has not stored. */
function fail(error: unknown): never {
  if (unshown.length > 0) console.log(`\n${signInFrame(unshown)}\n`)
  const { text, exitCode } = startProblem(error)
  console.error(text)
  process.exit(exitCode)
}

process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)
await main().catch(fail)
