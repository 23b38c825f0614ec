import { SCREEN_GROUPS, SCREENS, type Screen } from '@tanker/contract/screens'
import { useLocation } from '@tanstack/react-router'
import { text } from '../platform/language.ts'

const WORDS = { label: { zh: '当前位置', en: 'You are here' } } as const

const screens: readonly Screen[] = SCREENS

/** Where the screen stands in the menu (spec 2.11); nothing for addresses that are no screen. */
export const Breadcrumb = () => {
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/^\/+/, '') })
  const screen = screens.find((one) => one.path === path)
  if (!screen) return null
  const steps = [SCREEN_GROUPS[screen.group], screen.section, screen.title].filter((step) => step !== null)
  return (
    <nav className="breadcrumb" aria-label={text(WORDS.label)}>
      <ol>
        {steps.map((step, index) => (
          <li key={text(step)} {...(index === steps.length - 1 ? { 'aria-current': 'page' as const } : {})}>
            {text(step)}
          </li>
        ))}
      </ol>
    </nav>
  )
}
