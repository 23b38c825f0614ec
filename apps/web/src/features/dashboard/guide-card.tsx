import { dashboardCalls } from '@tanker/contract/endpoints/dashboard'
import { type Guide, GUIDE_STEPS, type GuideStep } from '@tanker/contract/guide'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../platform/calls/call.ts'
import { language, text } from '../../platform/language.ts'
import { CloseIcon, TickIcon } from '../../platform/ui/icons.tsx'

const WORDS = {
  title: { zh: '第一天', en: 'Your first day' },
  dismiss: { zh: '不再显示', en: 'Do not show again' },
  done: { zh: '已完成', en: 'Done' },
} as const

const ALARM_SETTINGS = `/manual/console/${language}.html#alarm-settings`

/** What was opened or put away is only noted: the next visit asks again if it could not be stored. */
const note = (step: GuideStep | 'dismissed'): void =>
  void call(dashboardCalls.guide, { step }, { purpose: 'silent' }).catch(() => undefined)

/** The first-day guide: five cards, each leads to its screen and is ticked from what is stored. */
export const GuideCard = ({ guide }: { readonly guide: NonNullable<Guide> }) => {
  const [gone, setGone] = useState(false)
  if (gone) return null
  const putAway = (): void => {
    setGone(true)
    note('dismissed')
  }
  return (
    <section className="card dashboard-guide" aria-labelledby="dashboard-guide">
      <header>
        <h2 id="dashboard-guide">{text(WORDS.title)}</h2>
        <button type="button" className="dashboard-dismiss" aria-label={text(WORDS.dismiss)} title={text(WORDS.dismiss)} onClick={putAway}>
          <CloseIcon />
        </button>
      </header>
      <ol>
        {guide.map(({ step, done }) => {
          const { title, about, screen } = GUIDE_STEPS[step]
          const words = (
            <>
              <b>
                {text(title)} {done && <TickIcon />}
                {done && <span className="dashboard-heard">{text(WORDS.done)}</span>}
              </b>
              <span>{text(about)}</span>
            </>
          )
          return (
            <li key={step} data-done={done}>
              {screen === null ? (
                <a href={ALARM_SETTINGS} target="_blank" rel="noreferrer">
                  {words}
                </a>
              ) : (
                <Link to={`/${screen}`} onClick={() => note(step)}>
                  {words}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
