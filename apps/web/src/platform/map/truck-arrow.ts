import './truck-arrow.css'

/** A truck as an arrow to the north, in a colour of its own. */
export const truckArrow = (colour: string, edge: string): HTMLElement => {
  const element = document.createElement('div')
  element.className = 'track-truck'
  element.innerHTML = `<svg viewBox="0 0 28 28" width="30" height="30" aria-hidden="true"><path d="M14 2l9 22-9-5-9 5z" fill="${colour}" stroke="${edge}" stroke-width="2" stroke-linejoin="round"/></svg>`
  return element
}
