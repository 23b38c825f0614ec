import { crc32 } from 'node:zlib'
import { fileResults, transparentTypes } from '@tanker/protocol/messages/transparent.message'
import { type Ground, type Program, ask, prepareGround, startGatewayProcess } from './ground.ts'
import { PlainTerminal } from './plain-terminal.ts'

/** Where the program ends, and at which passing; the third part of the file is on its way at the fourth writing. */
const POINTS = [
  'command-found:1',
  'attempt-stored:1',
  'command-bytes-written:1',
  'command-bytes-written:2',
  'command-bytes-written:4',
  'command-answer-received:1',
  'command-answer-received:3',
  'command-answer-received:5',
  'command-result-stored:1',
  'command-result-stored:2',
] as const

/** Three parts of 800 bytes and a rest. */
const CONTENT = Buffer.from(Array.from({ length: 2_500 }, (_, i) => (i * 7) % 251))
const COMPARTMENT = 2

/** From which state a command may come into which. */
const MAY_FOLLOW: Readonly<Record<string, readonly string[]>> = {
  waiting: ['sending', 'stopped'],
  sending: ['sending', 'synchronizing', 'done', 'failed', 'stopped'],
  synchronizing: ['synchronizing', 'sending', 'done', 'failed', 'stopped'],
}

/**
 * Ends the program with SIGKILL at each step of a command to a terminal, after which the terminal connects to another gateway. Answers a
 * line for everything that was not as it must be: the command is done in its first attempt, no part of the file came twice, the terminal
 * was asked what it has before anything more was sent, and the command only went from a state to one that may follow.
 */
export async function crashAtCommandSteps(log: (line: string) => void = () => undefined): Promise<{ commands: number; wrong: string[] }> {
  const ground = await prepareGround(POINTS.length)
  const programs: Program[] = []
  const wrong: string[] = []
  try {
    await recordStates(ground)
    const survivor = await startGatewayProcess(ground.url, { name: 'survivor' })
    programs.push(survivor)
    const starting = (index: number): Promise<Program> | null =>
      POINTS[index] === undefined ? null : startGatewayProcess(ground.url, { name: `crash-${index}`, crashAt: POINTS[index] })
    let next = starting(0)
    for (const [index, point] of POINTS.entries()) {
      const program = (await next) as Program
      programs.push(program)
      next = starting(index + 1)
      const found = await crashOnce(ground, { truckId: index + 1, program, survivor })
      wrong.push(...found.map((what) => `${point}: ${what}`))
      log(`${index + 1} of ${POINTS.length}: ${point}${found.length === 0 ? '' : ` — ${found.join('; ')}`}`)
    }
  } finally {
    for (const program of programs) await program.kill('SIGKILL')
    await ground.stop()
  }
  return { commands: POINTS.length, wrong }
}

async function crashOnce(
  ground: Ground,
  { truckId, program, survivor }: { readonly truckId: number; readonly program: Program; readonly survivor: Program },
): Promise<string[]> {
  const wrong: string[] = []
  const must = (holds: boolean, what: string): void => {
    if (!holds) wrong.push(what)
  }
  await giveCommand(ground, truckId)
  const store = new FileStore()
  const first = await PlainTerminal.signIn(program.devicePort, truckId)
  await store.serve(first, () => false)
  const { code, signal } = await program.ended
  must(signal === 'SIGKILL', `the program ended with ${signal ?? code}`)

  const heardBefore = store.heard.length
  const second = await PlainTerminal.signIn(survivor.devicePort, truckId)
  const over = { is: false }
  const watching = (async () => {
    while ((await commandOf(ground, truckId)).state !== 'done') await new Promise((done) => setTimeout(done, 50))
    over.is = true
    second.close()
  })()
  await store.serve(second, () => over.is)
  await watching

  const { state, tries } = await commandOf(ground, truckId)
  must(state === 'done' && tries === 1, `the command is ${state} after ${tries} attempts`)
  must(store.content.equals(CONTENT), 'the terminal has other bytes')
  const asked = store.heard[heardBefore]
  must(asked === undefined || asked.bytes === 0, 'after the crash bytes were sent before the terminal was asked')
  const offsets = store.heard.filter(({ bytes }) => bytes > 0).map(({ offset }) => offset)
  must(new Set(offsets).size === offsets.length, `a part was sent twice: ${offsets.join(', ')}`)
  const steps = await ask<{ was: string; becomes: string }>(
    ground.url,
    `SELECT was, becomes FROM command_states WHERE truck_id = ${truckId} ORDER BY id`,
  )
  for (const { was, becomes } of steps) must(MAY_FOLLOW[was]?.includes(becomes) === true, `the command went from ${was} to ${becomes}`)
  return wrong
}

/** A console's memory for one file: it lasts over connections, and it answers what it has. */
class FileStore {
  readonly heard: { readonly offset: number; readonly bytes: number }[] = []
  content = Buffer.alloc(0)

  /** Answers what comes until the socket is closed or it is over. */
  async serve(terminal: PlainTerminal, isOver: () => boolean): Promise<void> {
    for (let read = 0; ; read += 1) {
      if (!(await terminal.until(() => isOver() || terminal.heard.length > read)) || isOver()) return
      const message = terminal.heard[read]?.message
      if (message?.kind !== 'transparent-down' || message.content !== 'tanker-file') continue
      this.heard.push({ offset: message.offset, bytes: message.data.length })
      if (message.offset === this.content.length) this.content = Buffer.concat([this.content, message.data])
      const { file, subject, crc32, total } = message
      const hasAll = this.content.length === total
      const results = hasAll ? [fileResults.beingPutToUse, fileResults.finished] : [fileResults.goOn]
      for (const result of results) {
        const serial = terminal.say({
          kind: 'transparent-up',
          type: transparentTypes.tankerFile,
          content: 'tanker-file',
          version: 1,
          action: 1,
          file,
          subject,
          crc32,
          total,
          result,
          next: hasAll ? 0 : this.content.length,
          data: new Uint8Array(0),
        })
        if (hasAll) await terminal.until(() => terminal.answered.has(serial))
      }
    }
  }
}

async function giveCommand({ url }: Ground, truckId: number): Promise<void> {
  const bytes = `decode('${CONTENT.toString('hex')}', 'hex')`
  await ask(
    url,
    `WITH file AS (INSERT INTO command_file (content) VALUES (${bytes}) RETURNING id)
     INSERT INTO device_command (truck_id, organisation_id, kind, compartment, file_id, crc32, sha256, total_bytes, max_tries, ordered_by, ordered_at)
     SELECT ${truckId}, 1, 'tank-table', ${COMPARTMENT}, id, ${crc32(CONTENT)}, sha256(${bytes}), ${CONTENT.length}, 3, 'bench', now() FROM file`,
  )
}

const commandOf = async ({ url }: Ground, truckId: number): Promise<{ state: string; tries: number }> =>
  (await ask<{ state: string; tries: number }>(url, `SELECT state, tries FROM device_command WHERE truck_id = ${truckId}`))[0] ?? {
    state: 'missing',
    tries: 0,
  }

/** Records every change of a command's state, from any source. */
async function recordStates({ url }: Ground): Promise<void> {
  await ask(
    url,
    `CREATE TABLE command_states (id serial, truck_id int, was text, becomes text);
     CREATE FUNCTION record_command_state() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN INSERT INTO command_states (truck_id, was, becomes) VALUES (NEW.truck_id, OLD.state, NEW.state); RETURN NULL; END $$;
     CREATE TRIGGER command_states AFTER UPDATE ON device_command FOR EACH ROW EXECUTE FUNCTION record_command_state()`,
  )
}
