import { encodeFrames } from '@tanker/protocol/frame'
import { encodeMessage } from '@tanker/protocol/message'
import { type Ground, type Program, ask, phoneOf, prepareGround, startGatewayProcess } from './ground.ts'
import { type Verdict, judge } from './ledger.ts'
import { PlainTerminal } from './plain-terminal.ts'
import { helpWantedAt } from './position-message.ts'

/** Killed as by a power cut, or ended by an unexpected error. */
export type Ending = 'kill' | 'throw'

/** What of a message is stored when the program ended there, and whether its terminal was answered. */
const POINTS = {
  received: { stored: 'nothing', answered: false },
  decoded: { stored: 'nothing', answered: false },
  'before-statement': { stored: 'nothing', answered: false },
  // The database may have it or not: the program was gone before it could say.
  'statement-sent': { stored: 'all or nothing', answered: false },
  committed: { stored: 'all', answered: false },
  acknowledged: { stored: 'all', answered: true },
} as const
type Point = keyof typeof POINTS

type Kind = {
  readonly id: number
  /** Device times of its positions, in steps after the truck's last position; below 0 they are late. */
  readonly steps: readonly number[]
  readonly wrap: (bodies: readonly Uint8Array[]) => Uint8Array
}

const LOCATION = 0x0200
const alone =
  (...before: number[]) =>
  ([body = new Uint8Array(0)]: readonly Uint8Array[]): Uint8Array =>
    Uint8Array.from([...before, ...body])
const batch =
  (type: number) =>
  (items: readonly Uint8Array[]): Uint8Array =>
    encodeMessage({ kind: 'location-batch', type, items: [...items] }, 2013).body

const KINDS = {
  position: { id: LOCATION, steps: [1], wrap: alone() },
  event: { id: 0x0900, steps: [1], wrap: alone(0xf1, 0, 0, 0, 1) },
  'answer to a position query': { id: 0x0201, steps: [1], wrap: alone(0, 1) },
  'answer to a vehicle control': { id: 0x0500, steps: [1], wrap: alone(0, 1) },
  batch: { id: 0x0704, steps: [1, 2, 3], wrap: batch(0) },
  'batch from a blind zone': { id: 0x0704, steps: [1, 2, 3], wrap: batch(1) },
  'batch from before': { id: 0x0704, steps: [-3, -2, -1], wrap: batch(1) },
  'batch in parts': { id: 0x0704, steps: Array.from({ length: 12 }, (_, i) => i + 1), wrap: batch(0) },
} as const satisfies Record<string, Kind>
type KindName = keyof typeof KINDS

export type Cell = { readonly point: Point; readonly kind: KindName | 'heartbeat' }

/** Every point with every kind of message; a heartbeat is stored nowhere, so that only its receipt counts. */
export const allCells = (): Cell[] => [
  ...(Object.keys(KINDS) as KindName[]).flatMap((kind) => (Object.keys(POINTS) as Point[]).map((point) => ({ point, kind }))),
  { point: 'received', kind: 'heartbeat' },
]

/** A position at every point where an unexpected error ends the program; an error while the statement is sent is retried. */
export const errorCells = (): Cell[] =>
  (Object.keys(POINTS) as Point[]).filter((point) => point !== 'statement-sent').map((point) => ({ point, kind: 'position' }))

/** Every point and every kind of message at least once. */
export const fewCells = (): Cell[] => [
  ...(Object.keys(POINTS) as Point[]).map((point) => ({ point, kind: 'batch' as const })),
  { point: 'before-statement', kind: 'position' },
  { point: 'acknowledged', kind: 'event' },
  { point: 'committed', kind: 'batch from before' },
  { point: 'decoded', kind: 'batch in parts' },
  { point: 'received', kind: 'heartbeat' },
]

const STEP_MS = 10_000
/** The first frame of a socket signs the truck in. */
const FRAME_AFTER_SIGN_IN = 2

/**
 * Ends the program at a named point of a frame's way, once for each cell, and holds what is stored and what was answered
 * against what must be; then the terminal sends the same bytes to another gateway, as after any lost connection. Answers a line for
 * everything that was not as it must be.
 */
export async function crashAtPoints(
  cells: readonly Cell[],
  { ending = 'kill', log = () => undefined }: { readonly ending?: Ending; readonly log?: (line: string) => void } = {},
): Promise<Verdict & { readonly cells: number; readonly wrong: readonly string[] }> {
  const ground = await prepareGround(cells.length)
  const wrong: string[] = []
  const trucks: { truckId: number; acked: number[] }[] = []
  const open: Program[] = []
  try {
    const survivor = await startGatewayProcess(ground.url, { name: 'survivor' })
    open.push(survivor)
    const starting = (index: number): Promise<Program> | null => {
      const cell = cells[index]
      return cell === undefined
        ? null
        : startGatewayProcess(ground.url, { name: `crash-${index}`, crashAt: `${crashAtOf(cell)}:${ending}` })
    }
    let next = starting(0)
    for (const [index, cell] of cells.entries()) {
      const program = (await next) as Program
      open.push(program)
      next = starting(index + 1)
      const truckId = index + 1
      const run = await crashOnce(ground, { cell, truckId, program, survivor, ending })
      trucks.push({ truckId, acked: run.acked })
      wrong.push(...run.wrong.map((what) => `${cell.kind} at ${cell.point}: ${what}`))
      log(`${index + 1} of ${cells.length}: ${cell.kind} at ${cell.point}${run.wrong.length === 0 ? '' : ` — ${run.wrong.join('; ')}`}`)
    }
    await survivor.kill('SIGTERM')
    return { ...(await judge(ground.url, trucks)), cells: cells.length, wrong }
  } finally {
    for (const program of open) await program.kill('SIGKILL')
    await ground.stop()
  }
}

/** Of messages with several positions or parts the second one ends the program. */
function crashAtOf({ point, kind }: Cell): string {
  const several = kind !== 'heartbeat' && KINDS[kind].steps.length > 1
  if (point === 'received') return `${point}:${FRAME_AFTER_SIGN_IN + (kind === 'batch in parts' ? 1 : 0)}`
  return `${point}:${point === 'decoded' && several ? 2 : 1}`
}

async function crashOnce(
  ground: Ground,
  given: { readonly cell: Cell; readonly truckId: number; readonly program: Program; readonly survivor: Program; readonly ending: Ending },
): Promise<{ readonly acked: number[]; readonly wrong: string[] }> {
  const { cell, truckId, program, survivor, ending } = given
  const expected = POINTS[cell.point]
  const wrong: string[] = []
  const must = (holds: boolean, what: string): void => {
    if (!holds) wrong.push(what)
  }
  const last = Math.floor(Date.now() / 1000) * 1000 - 3_600_000
  const acked: number[] = []

  // Later positions are not the truck's first.
  const before = await PlainTerminal.signIn(survivor.devicePort, truckId)
  before.send(framesOf('position', truckId, [last], 1_000).frames)
  must(await before.until(() => before.answered.has(1_000)), 'the first position was not answered')
  acked.push(last)
  before.close()

  const times = cell.kind === 'heartbeat' ? [] : KINDS[cell.kind].steps.map((step) => last + step * STEP_MS)
  const { frames, serials } = framesOf(cell.kind, truckId, times, 2_000)
  const terminal = await PlainTerminal.signIn(program.devicePort, truckId)
  terminal.send(frames)
  const { code, signal, said } = await program.ended
  await terminal.until(() => false)
  must(ending === 'kill' ? signal === 'SIGKILL' : code === 1, `the program ended with ${signal ?? code}`)
  must(ending === 'kill' || said.includes(`CRASH_AT: an error at the point ${cell.point}`), `the program said only: ${said}`)
  const isAnswered = serials.filter((serial) => terminal.answered.get(serial) === 0).length
  must(isAnswered === (expected.answered ? serials.length : 0), `${isAnswered} of ${serials.length} frames were answered`)
  const stored = await storedOf(ground.url, truckId, times)
  const mayBe = { nothing: [0], all: [times.length], 'all or nothing': [0, times.length] }[expected.stored]
  must(stored.rows === 0 ? mayBe.includes(0) : mayBe.includes(stored.rows), `${stored.rows} of ${times.length} positions were stored`)

  const again = await PlainTerminal.signIn(survivor.devicePort, truckId)
  again.send(frames)
  must(await again.until(() => serials.every((serial) => again.answered.get(serial) === 0)), 'sent again it was not answered')
  acked.push(...times)
  const after = await storedOf(ground.url, truckId, times)
  must(
    after.rows === times.length && after.times === times.length,
    `sent again ${after.rows} rows of ${after.times} positions were stored, not ${times.length}`,
  )
  // Late positions are judged once their truck has been quiet for a second.
  while (await waitsForRebuild(ground.url, truckId)) await new Promise((done) => setTimeout(done, 100))
  again.close()
  return { acked, wrong }
}

async function waitsForRebuild(url: string, truckId: number): Promise<boolean> {
  return (await ask(url, `SELECT FROM truck_state WHERE truck_id = ${truckId} AND rebuild_from IS NOT NULL`)).length > 0
}

function framesOf(
  kind: Cell['kind'],
  truckId: number,
  times: readonly number[],
  serial: number,
): { readonly frames: Uint8Array[]; readonly serials: number[] } {
  const { id, body } =
    kind === 'heartbeat'
      ? encodeMessage({ kind: 'heartbeat' }, 2013)
      : { id: KINDS[kind].id, body: KINDS[kind].wrap(times.map((at) => helpWantedAt(truckId, at))) }
  const frames = encodeFrames({ id, version: 2013, phone: phoneOf(truckId), serial, body })
  return { frames, serials: frames.map((_, part) => serial + part) }
}

async function storedOf(url: string, truckId: number, times: readonly number[]): Promise<{ rows: number; times: number }> {
  const [found] = await ask<{ rows: number; times: number }>(
    url,
    `SELECT count(*)::int AS rows, count(DISTINCT at)::int AS times FROM position WHERE truck_id = ${truckId}
     AND at = ANY (ARRAY[${times.map((at) => `'${new Date(at).toISOString()}'`).join(',')}]::timestamptz[])`,
  )
  return found ?? { rows: 0, times: 0 }
}
