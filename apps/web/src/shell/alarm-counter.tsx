import { Link } from '@tanstack/react-router'
import { ALARM_DESK, useDeskCounts } from '../platform/account/account-queries.ts'
import { text } from '../platform/language.ts'
import { shownWhole } from '../platform/shown-values.ts'
import { SirenIcon } from '../platform/ui/icons.tsx'
import { aheadOf } from './use-ahead.ts'

/** The desk as it opens by itself. */
const NO_SEARCH = {}

const WORDS = { title: { zh: '待处理', en: 'To handle' } } as const

const allWords = (all: number, black: number, red: number, yellow: number, mine: number): string =>
  text({
    zh: `待处理事件 ${all} 件：黑 ${black}，红 ${red}，黄 ${yellow}；我负责 ${mine} 件`,
    en: `${all} events to handle: ${black} black, ${red} red, ${yellow} yellow; ${mine} assigned to me`,
  })

/** Happenings that wait, as the alarm desk lists them, and those of this user; leads there. Only for users who have it. */
export const AlarmCounter = ({ hasDesk }: { hasDesk: boolean }) => {
  const counts = useDeskCounts(hasDesk)
  if (!hasDesk || !counts) return null
  const { black, red, yellow, mine } = counts
  const words = allWords(black + red + yellow, black, red, yellow, mine)
  return (
    <Link
      {...aheadOf(ALARM_DESK, NO_SEARCH)}
      className="badge alarm-counter"
      to={`/${ALARM_DESK}`}
      title={words}
      aria-label={words}
      data-grave={black + red > 0}
    >
      <SirenIcon />
      <span className="badge-word">{text(WORDS.title)}</span> <b>{shownWhole(black + red + yellow)}</b>
      {mine > 0 && <small>{text({ zh: `我 ${mine}`, en: `${mine} mine` })}</small>}
    </Link>
  )
}
