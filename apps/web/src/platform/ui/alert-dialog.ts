import type { Text } from '@tanker/domain/texts/text'
import { text } from '../language.ts'
import { toast } from './toast.ts'

const CONFIRM: Text = { zh: '确定', en: 'OK' }

const open = new Map<string, Promise<void>>()

/** A map on a wall has no one who could confirm. */
const isOnWall = (): boolean => new URLSearchParams(location.search).has('wall')

/** A warning dialog with one confirm button; the same words are never stacked twice. Resolves when the user confirms. */
export const showAlert = (title: string, message: string): Promise<void> => {
  if (isOnWall()) {
    toast('warning', `${title} · ${message}`)
    return Promise.resolve()
  }
  const key = `${title}\n${message}`
  const shown = open.get(key)
  if (shown) return shown
  const confirmed = new Promise<void>((resolve) => {
    const dialog = document.createElement('dialog')
    dialog.className = 'alert-dialog'
    dialog.role = 'alertdialog'
    const heading = document.createElement('h2')
    heading.textContent = title
    heading.id = `alert-${open.size}-title`
    dialog.setAttribute('aria-labelledby', heading.id)
    const body = document.createElement('p')
    body.textContent = message
    const button = document.createElement('button')
    button.className = 'button button-primary'
    button.textContent = text(CONFIRM)
    button.onclick = () => dialog.close()
    dialog.append(heading, body, button)
    dialog.addEventListener('close', () => {
      dialog.remove()
      open.delete(key)
      resolve()
    })
    document.body.append(dialog)
    dialog.showModal()
  })
  open.set(key, confirmed)
  return confirmed
}
