import { eventName } from '../../platform/events/event-names.ts'
import { text } from '../../platform/language.ts'
import type { MarkGroup } from '../../platform/map/trail-features.ts'
import { shownDuration, shownTime } from '../../platform/shown-values.ts'

/** Lines of one mark; the others are counted. */
const MAX_SHOWN_LINES = 8

/** What a mark of the trail stands for, newest first: time, event and how long it lasted. */
export const markWords = ({ marks }: MarkGroup): readonly string[] => {
  const lines = marks.toReversed().map((mark) => {
    const lasted = mark.endedAt === null ? 0 : Date.parse(mark.endedAt) - Date.parse(mark.at)
    return [shownTime(mark.at).slice(-8), eventName(mark), ...(lasted > 0 ? [shownDuration(lasted)] : [])].join('  ')
  })
  const more = lines.length - MAX_SHOWN_LINES
  return more <= 0 ? lines : [...lines.slice(0, MAX_SHOWN_LINES), text({ zh: `另有 ${more} 条`, en: `${more} more` })]
}
