import type { ViewContent } from '@tanker/contract/named-views'
import type { Rhythm } from '@tanker/contract/mailed-reports'
import type { Db } from '@tanker/database/connection'
import { organisationIds } from '@tanker/database/scope'
import type { Language, Text } from '@tanker/domain/texts/text'
import { sql } from 'kysely'
import { type Account, readAccount } from '../../platform/access/account.ts'
import { mayUse } from '../../platform/access/grants.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { screenOfReport } from '../named-views/feature.ts'
import { type FileParts, type MadeFile, makeFile } from './make-file.ts'
import { lastDue, nextDue } from './next-due.ts'
import { whyPaused } from './why-paused.ts'

/** A file that failed is made again after these, ms; then its time is given up. */
const RETRIES_MS = [60_000, 300_000, 900_000, 3_600_000]
/** Files of one run of the job; the others are made in the next. */
const MAX_AT_ONCE = 50
/** Of these, files of one owner. */
const MAX_OF_OWNER = 4
/** An owner whose files took this long in one run waits for the next, ms. */
const MAX_OWNER_MS = 60_000

export type SendParts = FileParts & { readonly consoleAddress: string | null }

type Row = {
  readonly id: number
  readonly user_id: number
  readonly report: string
  readonly name: string
  readonly content: ViewContent
  readonly rhythm: Rhythm
  readonly weekday: number | null
  readonly month_day: number | null
  readonly hour: number
  readonly zone: string
  readonly language: Language
  readonly user_ids: readonly number[]
  readonly addresses: readonly string[]
  readonly next_at: Date
  readonly tries: number
  readonly asked_at: Date | null
}

const whenOf = ({ rhythm, weekday, month_day, hour, zone }: Row) => ({ rhythm, weekday, monthDay: month_day, hour, zone })

export type SendOptions = {
  readonly now: () => Date
  readonly isClosing: () => boolean
  /** After each file. */
  readonly onMade: () => Promise<void>
  /** What went wrong with a file that is made again later. */
  readonly failed: (id: number, error: unknown) => void
}

type Served = { readonly files: number; readonly tookMs: number }

/**
 * Makes the files that are due and queues a mail to each receiver, in one transaction with the next time: a crash before it makes the
 * file again, one after it loses nothing. Owners take turns, first those whose files have taken least, so that the heavy files of one
 * do not delay the others.
 */
export async function sendDue(parts: SendParts, { now, isClosing, onMade, failed }: SendOptions): Promise<void> {
  const served = new Map<number, Served>()
  const looked: number[] = []
  while (!isClosing() && looked.length < MAX_AT_ONCE) {
    const row = await nextOf(parts, now(), served, looked)
    if (!row) return
    looked.push(row.id)
    const began = performance.now()
    await sendOne(parts, row, now(), failed)
    const { files, tookMs } = served.get(row.user_id) ?? { files: 0, tookMs: 0 }
    served.set(row.user_id, { files: files + 1, tookMs: tookMs + performance.now() - began })
    await onMade()
  }
}

/** The first that is due of the owner who was served least in this run. */
async function nextOf(
  { connection: { db } }: SendParts,
  now: Date,
  served: ReadonlyMap<number, Served>,
  looked: readonly number[],
): Promise<Row | undefined> {
  const over = [...served].filter(([, { files, tookMs }]) => files >= MAX_OF_OWNER || tookMs >= MAX_OWNER_MS).map(([id]) => id)
  const firsts = await db
    .selectFrom('mailed_report')
    .select(['id', 'user_id', 'try_at'])
    .distinctOn('user_id')
    .where((one) =>
      one.or([
        one.and([one('paused', 'is', null), one('next_at', '<=', now), one('try_at', '<=', now)]),
        // By hand also while it is paused by its owner: that is how a paused one is tested.
        one.and([one('asked_at', 'is not', null), one('try_at', '<=', now)]),
      ]),
    )
    .where(sql<boolean>`id <> ALL (${looked}::int[]) AND user_id <> ALL (${over}::int[])`)
    .orderBy('user_id')
    .orderBy('try_at')
    .orderBy('id')
    .execute()
  const [first] = firsts.toSorted(
    (a, b) =>
      (served.get(a.user_id)?.tookMs ?? 0) - (served.get(b.user_id)?.tookMs ?? 0) || a.try_at.getTime() - b.try_at.getTime() || a.id - b.id,
  )
  if (!first) return undefined
  return (await db.selectFrom('mailed_report').where('id', '=', first.id).selectAll().executeTakeFirst()) as Row | undefined
}

async function sendOne(parts: SendParts, row: Row, now: Date, failed: (id: number, error: unknown) => void): Promise<void> {
  const { db } = parts.connection
  const account = await readAccount(db, row.user_id)
  const paused = whyPaused(account, row.report)
  if (account === null || paused !== null) {
    await db
      .updateTable('mailed_report')
      // A pause of the owner stays one.
      .set((one) => ({
        paused: sql<'owner' | 'disabled' | 'right'>`coalesce(${one.ref('paused')}, ${paused ?? 'disabled'})`,
        asked_at: null,
      }))
      .where('id', '=', row.id)
      .execute()
    return
  }
  const byHand = row.asked_at !== null
  const dueAt = row.asked_at ?? lastDue(whenOf(row), row.next_at, now)
  try {
    const made = await makeFile(parts, account, row, { due: dueAt, now })
    await queue(parts, row, account, { dueAt, byHand, now, made, problem: '' })
  } catch (error) {
    // What is refused once is refused again: the owner has to change it.
    if (error instanceof Refusal && error.resultCode === 400) {
      await queue(parts, row, account, { dueAt, byHand, now, made: null, problem: error.text[row.language] })
      return
    }
    const wait = RETRIES_MS[row.tries]
    failed(row.id, error)
    if (wait === undefined) await queue(parts, row, account, { dueAt, byHand, now, made: null, problem: FAILED[row.language] })
    else
      await db
        .updateTable('mailed_report')
        .set({ tries: row.tries + 1, try_at: new Date(now.getTime() + wait) })
        .where('id', '=', row.id)
        .execute()
  }
}

const FAILED: Text = {
  zh: '文件生成失败，请稍后重试或联系管理员。',
  en: 'The file could not be made. Please try again later or ask your administrator.',
}

type Outcome = {
  readonly dueAt: Date
  readonly byHand: boolean
  readonly now: Date
  readonly made: MadeFile | null
  readonly problem: string
}

async function queue(parts: SendParts, before: Row, account: Account, { dueAt, byHand, now, made, problem }: Outcome): Promise<void> {
  await parts.connection.db.transaction().execute(async (db) => {
    // Its owner may have changed it while the file was made.
    const row = (await db.selectFrom('mailed_report').where('id', '=', before.id).selectAll().forUpdate().executeTakeFirst()) as
      | (Row & { readonly paused: string | null })
      | undefined
    if (row === undefined || (row.paused !== null && !byHand)) return
    const file = await db
      .insertInto('mailed_report_file')
      .values({
        mailed_report_id: row.id,
        due_at: dueAt,
        made_at: now,
        by_hand: byHand,
        rows: made?.rows ?? null,
        bytes: made?.file?.length ?? null,
        problem: made?.isTooLarge ? TOO_LARGE[row.language] : problem,
        subject: row.name,
        content: textOf(row, made, parts.consoleAddress),
        file_name: made?.fileName ?? '',
        file: made?.file ?? null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (file && made) {
      const addresses = await addressesOf(db, row, account)
      if (addresses.length > 0)
        await db
          .insertInto('mailed_report_mail')
          .values(addresses.map((address) => ({ file_id: file.id, address, next_at: now })))
          .execute()
    }
    await db
      .updateTable('mailed_report')
      .set({ tries: 0, try_at: now, ...(byHand ? { asked_at: null } : { next_at: nextDue(whenOf(row), now > dueAt ? now : dueAt) }) })
      .where('id', '=', row.id)
      .execute()
  })
}

/** The receivers at this moment: users who are enabled, have an address and are still seen by the owner; free ones if the owner may. */
async function addressesOf(db: Db, row: Row, account: Account): Promise<string[]> {
  const users = await db
    .selectFrom('app_user')
    .where(sql<boolean>`id = ANY (${[...row.user_ids]}::int[]) AND organisation_id = ANY (${organisationIds(account.scope)})`)
    .where('enabled', '=', true)
    .where('email', '!=', '')
    .select('email')
    .orderBy('id')
    .execute()
  const free = mayUse(account.grants, 'reports:mail-anyone') ? row.addresses : []
  return [...new Set([...users.map(({ email }) => email), ...free])]
}

const NO_ROWS: Text = { zh: '没有符合条件的记录，因此没有附件。', en: 'There is no record for these filters, so nothing is attached.' }
const TOO_LARGE: Text = { zh: '文件过大，未附在邮件中。', en: 'The file is too large for a mail.' }
const OPEN: Text = { zh: '在平台中打开', en: 'Open it in the web console' }
const SIGN_IN: Text = { zh: '请登录平台打开该列表并导出。', en: 'Please sign in to the web console, open the list and export it.' }

/** The text of the mail: what was asked, rows and totals, and what stands in place of a file. */
function textOf(row: Row, made: MadeFile | null, consoleAddress: string | null): string {
  if (made === null) return ''
  const { language } = row
  const colon = { zh: '：', en: ': ' }[language]
  const screen = screenOfReport(row.report)
  const link = consoleAddress === null || screen === undefined ? SIGN_IN[language] : `${OPEN[language]}${colon}${consoleAddress}/${screen}`
  const lines = [row.name, '', ...made.lines, '']
  if (made.isTooLarge) lines.push(TOO_LARGE[language], link)
  else if (made.file === null) lines.push(NO_ROWS[language])
  return `${lines.join('\n').trimEnd()}\n`
}
