import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { readSession } from '../platform/calls/session.ts'
import { text } from '../platform/language.ts'
import { HelpIcon } from '../platform/ui/icons.tsx'
import { isTyping, manualAddress } from './manual-address.ts'

const WORDS = {
  help: { zh: '本页帮助（?）', en: 'Help for this screen (?)' },
} as const

/** Opens the manual at the section of the screen that is shown; so does the key ?, where nothing is typed and the screen does not use it. */
export const HelpLink = () => {
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/^\/+/, '') })
  const address = manualAddress(path, readSession())
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key !== '?' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (isTyping(document.activeElement) || document.querySelector('dialog[open]')) return
    window.open(address, '_blank', 'noreferrer')
  })
  useEffect(() => {
    // Behind the screen, which may use the key itself.
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <a className="header-button" href={address} target="_blank" rel="noreferrer" aria-label={text(WORDS.help)} title={text(WORDS.help)}>
      <HelpIcon />
    </a>
  )
}
