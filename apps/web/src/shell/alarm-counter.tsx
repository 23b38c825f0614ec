import { Link } from '@tanstack/react-router'
import { ALARM_DESK, useDeskCounts } from '../platform/account/account-queries.ts'
import { text } from '../platform/language.ts'
import { shownWhole } from '../platform/shown-values.ts'
import { SirenIcon } from '../platform/ui/icons.tsx'
import { aheadOf } from './use-ahead.ts'

/** The desk as it opens by itself. */
const NO_SEARCH = {}

const WORDS = { title: { zh: '待处理', en: 'To handle' } } as const

const gradeWords = (black: number, red: number, yellow: number, mine: number): string =>
  text({
    zh: `事件：黑 ${black}，红 ${red}，黄 ${yellow}；我负责 ${mine} 件`,
    en: `events: ${black} black, ${red} red, ${yellow} yellow; ${mine} assigned to me`,
  })

/** Happenings that wait, as the alarm desk lists them, and those of this user; leads there. Only for users who have it. */
export const AlarmCounter = ({ hasDesk }: { hasDesk: boolean }) => {
  const counts = useDeskCounts(hasDesk)
  if (!hasDesk || !counts) return null
  const { black, red, yellow, mine } = counts
  const all = shownWhole(black + red + yellow)
  const own = mine > 0 ? text({ zh: `我 ${mine}`, en: `${mine} mine` }) : ''
  // The name begins with what is to be read, for users who speak it to press it.
  const words = `${text(WORDS.title)} ${all} ${own}${own === '' ? '' : ' '}${gradeWords(black, red, yellow, mine)}`
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
      <span className="badge-word">{text(WORDS.title)}</span> <b>{all}</b>
      {own !== '' && <small>{own}</small>}
    </Link>
  )
}
