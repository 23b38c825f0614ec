import { ask, prepareGround, startGatewayProcess } from './ground.ts'
import { PlainTerminal } from './plain-terminal.ts'
import { helpWantedAt } from './position-message.ts'

const TRUCK = 1
const LOOK_AGAIN_MS = 200

/**
 * A truck sends late positions to a gateway and hangs up; the gateway is ended with SIGKILL when it has detected them again and stored
 * nothing of it. Answers what was concluded then, and what another gateway that was there all the time made of it, after how long.
 */
export async function crashInRebuild(): Promise<{
  readonly signal: string | null
  readonly before: { readonly alarms: number; readonly waits: boolean }
  readonly after: { readonly alarms: number; readonly waits: boolean }
  readonly seconds: number
}> {
  const ground = await prepareGround(1)
  const look = async (): Promise<{ alarms: number; waits: boolean }> => {
    const [found] = await ask<{ alarms: number; waits: boolean }>(
      ground.url,
      `SELECT (SELECT count(*)::int FROM alarm WHERE type = 201 AND started_at < now() - interval '90 minutes') AS alarms,
         (SELECT rebuild_from IS NOT NULL FROM truck_state WHERE truck_id = ${TRUCK}) AS waits`,
    )
    return found ?? { alarms: 0, waits: false }
  }
  const survivor = await startGatewayProcess(ground.url, { name: 'survivor' })
  const doomed = await startGatewayProcess(ground.url, { name: 'doomed', crashAt: 'rebuilt:1' })
  try {
    const terminal = await PlainTerminal.signIn(doomed.devicePort, TRUCK)
    const newest = Math.floor(Date.now() / 1000) * 1000 - 3_600_000
    for (const at of [newest, newest - 3_600_000]) {
      const serial = terminal.say({ kind: 'location-batch', type: 1, items: [helpWantedAt(TRUCK, at)] })
      await terminal.until(() => terminal.answered.get(serial) === 0)
    }
    terminal.close()
    const { signal } = await doomed.ended
    const endedAt = performance.now()
    const before = await look()
    while ((await look()).waits) await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS))
    return { signal, before, after: await look(), seconds: (performance.now() - endedAt) / 1000 }
  } finally {
    await doomed.kill('SIGKILL')
    await survivor.kill('SIGKILL')
    await ground.stop()
  }
}
