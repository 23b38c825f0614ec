import { text } from '../../platform/language.ts'
import { shownWhole } from '../../platform/shown-values.ts'
import type { DeskFilter } from './desk-address.ts'
import { listedAtMost } from './desk-queries.ts'

type QueueFootProps = {
  readonly state: DeskFilter['state']
  /** Lines that were read. */
  readonly listed: number
  /** Lines and alarms of the filter. */
  readonly lines: number
  readonly alarms: number
}

const waitingWords = (lines: number, alarms: number): string =>
  text({
    zh: `共 ${shownWhole(lines)} 件待处理，含 ${shownWhole(alarms)} 条报警`,
    en: `${shownWhole(lines)} ${lines === 1 ? 'event' : 'events'} to handle, ${shownWhole(alarms)} ${alarms === 1 ? 'alarm' : 'alarms'}`,
  })
const handledWords = (lines: number): string =>
  text({ zh: `近 90 天已处理 ${shownWhole(lines)} 条`, en: `${shownWhole(lines)} handled in the last 90 days` })
const narrowWords = text({
  zh: `；仅列出前 ${shownWhole(listedAtMost)} 件，请用等级、组织、类别、负责人或车牌缩小范围`,
  en: `; only the first ${shownWhole(listedAtMost)} are listed: narrow them by grade, organisation, family, owner or plate`,
})

/** What the queue counts, and that it ends before all of it was listed. */
export const QueueFoot = ({ state, listed, lines, alarms }: QueueFootProps) =>
  lines === 0 ? null : (
    <p className="desk-count" role="status">
      {state === 'waiting' ? waitingWords(lines, alarms) : handledWords(lines)}
      {listed >= listedAtMost && lines > listed && <b>{narrowWords}</b>}
    </p>
  )
