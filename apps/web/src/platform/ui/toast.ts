import type { Text } from '@tanker/domain/texts/text'
import { text } from '../language.ts'

export type ToastKind = 'success' | 'warning' | 'info' | 'error'

const CLOSE: Text = { zh: '关闭提示', en: 'Close message' }
const CLOSE_ALL: Text = { zh: '全部关闭', en: 'Close all' }
const offsetPx = 20
const shownForMs: Record<ToastKind, number> = { success: 3_000, info: 3_000, warning: 5_000, error: 5_000 }

/** Drawn, not written: a bare machine has no font for ticks and crosses. */
const CROSS = 'M5 5l10 10M15 5 5 15'
const MARK: Record<ToastKind, string> = {
  success: 'M4 10.500l4 4 8-9',
  info: 'M10 9v6M10 5v.1',
  warning: 'M10 4v7M10 15v.1',
  error: CROSS,
}

const drawing = (path: string): SVGSVGElement => {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 20 20')
  svg.setAttribute('aria-hidden', 'true')
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  line.setAttribute('d', path)
  svg.append(line)
  return svg
}

/** Shown messages by kind and words: the same one again stays, for its whole time from then on. */
const renewals = new Map<string, () => () => void>()

let stack: { readonly element: HTMLElement; readonly closeAll: HTMLButtonElement } | null = null
const shown = new Set<HTMLElement>()

/** The stack lies 20 px below the header, whose counters stay in sight; its messages are 20 px apart (spec 8.3, 9): `.toasts` in base.css. */
const theStack = (): NonNullable<typeof stack> => {
  if (stack) return stack
  const element = document.createElement('div')
  element.className = 'toasts'
  // A popover stands above dialogs too.
  element.popover = 'manual'
  const closeAll = document.createElement('button')
  closeAll.className = 'toasts-close-all'
  closeAll.textContent = text(CLOSE_ALL)
  closeAll.onclick = closeAllToasts
  element.append(closeAll)
  document.body.append(element)
  stack = { element, closeAll }
  return stack
}

const arrange = (): void => {
  const { element, closeAll } = theStack()
  closeAll.hidden = shown.size < 2
  element.style.top = `${offsetPx + (document.querySelector('.header')?.getBoundingClientRect().bottom ?? 0)}px`
  element.hidePopover()
  if (shown.size > 0) element.showPopover()
}

/** Shows a transient message and returns what closes it. */
export const toast = (kind: ToastKind, message: string): (() => void) => renewals.get(`${kind} ${message}`)?.() ?? add(kind, message)

const add = (kind: ToastKind, message: string): (() => void) => {
  const element = document.createElement('div')
  element.className = `toast toast-${kind}`
  element.role = kind === 'error' || kind === 'warning' ? 'alert' : 'status'
  const mark = document.createElement('span')
  mark.className = 'toast-mark'
  mark.append(drawing(MARK[kind]))
  const words = document.createElement('span')
  words.textContent = message
  const button = document.createElement('button')
  button.className = 'toast-close'
  button.setAttribute('aria-label', text(CLOSE))
  button.append(drawing(CROSS))
  const close = (): void => {
    if (!shown.delete(element)) return
    clearTimeout(timer)
    renewals.delete(`${kind} ${message}`)
    element.remove()
    arrange()
  }
  let timer = setTimeout(close, shownForMs[kind])
  renewals.set(`${kind} ${message}`, () => {
    clearTimeout(timer)
    timer = setTimeout(close, shownForMs[kind])
    return close
  })
  button.onclick = close
  element.append(mark, words, button)
  shown.add(element)
  const { element: into, closeAll } = theStack()
  into.insertBefore(element, closeAll)
  arrange()
  return close
}

const closeAllToasts = (): void => {
  for (const element of shown) element.remove()
  shown.clear()
  renewals.clear()
  arrange()
}
