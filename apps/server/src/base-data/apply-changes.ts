import type { Db } from '@tanker/database/connection'
import { type ScopedDb, scoped } from '@tanker/database/scope'
import type { Text } from '@tanker/domain/texts/text'
import type { BusChannel } from '../platform/bus/bus.ts'
import { publishOnCommit } from '../platform/bus/publish-on-commit.ts'
import { type Change, recordChanges, type Writer } from '../platform/changes/record-change.ts'

/** Where changes come from: `api` is another system, `world` the operator's files at the first start. */
export type Source = 'form' | 'sheet' | 'api' | 'world' | 'move' | 'status'

/** Who writes: what it may see, and its name in the history. */
export type Saver = { readonly db: ScopedDb; readonly writer: Writer }

/** A write in progress. `mine` is what the writer may see, `db` everything; both are inside its transaction. */
export type Write = { readonly db: Db; readonly mine: ScopedDb; readonly writer: Writer; readonly source: Source }

/** What is wrong with one requested change; `index` is its place in the request, `field` is '' if it concerns the whole row. */
export type Problem = { readonly index: number; readonly field: string; readonly text: Text }
export type ReportProblem = (index: number, text: Text, field?: string) => void

/** The stages of writing one kind of rows. `applyChanges` calls them in this order. */
export type WriteStages<Request, Wanted extends { readonly index: number }, Written> = {
  /** Serialises writes whose checks depend on other rows. */
  lock?(db: Db): Promise<void>
  /** Reads each request by the rules of its fields, and the row that it changes. */
  read(write: Write, requests: readonly Request[], report: ReportProblem): Promise<readonly Wanted[]>
  /** Throws if the writer may not make a change. */
  authorize(write: Write, wanted: readonly Wanted[]): Promise<void>
  /** Reports what only the database knows. */
  validate(write: Write, wanted: readonly Wanted[], report: ReportProblem): Promise<void>
  /** Writes the rows. Reports violated unique indexes if `reportsOnWrite`: then rows without problems are tried even if others have some. */
  write(write: Write, wanted: readonly Wanted[], report: ReportProblem): Promise<readonly Written[]>
  readonly reportsOnWrite: boolean
  /** Writes what follows from the rows; returns the changes of other rows for the history. */
  afterWrite(write: Write, written: readonly Written[], report: ReportProblem): Promise<readonly Change[]>
  /** The history of the rows. `refused` counts requests with problems. */
  audit(write: Write, written: readonly Written[], refused: number): readonly Change[]
  /** Bus topic that notifies gateways and open web consoles of the commit. */
  readonly invalidates: BusChannel | null
}

type Options<Written> = {
  readonly source: Source
  /** Writes the rows without problems instead of refusing all. */
  readonly onlyGoodRows?: boolean
  /** Runs in the same transaction, before the history is written. */
  readonly also?: (db: Db, written: readonly Written[]) => Promise<void>
}

/** Changes refused because of the values of some of them; nothing is written. */
export class ChangesRefused extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ index, text }) => `${index + 1}: ${text.en}`).join(' '))
    this.problems = problems
  }
}

/**
 * The only way to write base data and rows of other systems: authorize → validate → write → after-write → audit → invalidate, always all
 * of it, in one transaction. All changes or none, unless `onlyGoodRows`.
 * @throws ChangesRefused with the problems of all requests
 */
export function applyChanges<Request, Wanted extends { readonly index: number }, Written>(
  stages: WriteStages<Request, Wanted, Written>,
  { db: mine, writer }: Saver,
  requests: readonly Request[],
  { source, onlyGoodRows = false, also }: Options<Written>,
): Promise<{ readonly written: readonly Written[]; readonly problems: readonly Problem[] }> {
  const run = async (db: Db) => {
    const write: Write = { db, mine: scoped(db, mine.scope), writer, source }
    const problems: Problem[] = []
    const refused = new Set<number>()
    const report: ReportProblem = (index, text, field = '') => {
      problems.push({ index, field, text })
      refused.add(index)
    }
    const right = (wanted: readonly Wanted[]): readonly Wanted[] =>
      refused.size === 0 ? wanted : wanted.filter(({ index }) => !refused.has(index))
    const isRefused = (): boolean => problems.length > 0 && !onlyGoodRows

    await stages.lock?.(db)
    const wanted = await stages.read(write, requests, report)
    await stages.authorize(write, right(wanted))
    await stages.validate(write, right(wanted), report)
    if (isRefused() && !stages.reportsOnWrite) throw new ChangesRefused(problems)
    const written = await stages.write(write, right(wanted), report)
    if (isRefused()) throw new ChangesRefused(problems)
    const others = await stages.afterWrite(write, written, report)
    if (isRefused()) throw new ChangesRefused(problems)
    await also?.(db, written)
    await recordChanges(db, writer, [...others, ...stages.audit(write, written, refused.size)])
    if (stages.invalidates !== null && written.length > 0) await publishOnCommit(db, stages.invalidates)
    return { written, problems }
  }
  // Writes that belong together are in a transaction of the caller.
  return mine.unscoped.isTransaction ? run(mine.unscoped) : mine.unscoped.transaction().execute(run)
}
