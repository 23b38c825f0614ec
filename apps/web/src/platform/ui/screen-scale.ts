/** A window that is being dragged is measured once it rests. */
const settledMs = 300

const measure = (): void => {
  const { style } = document.documentElement
  style.setProperty('--wall-root-size', `${innerWidth / 10}px`)
  style.setProperty('--wall-body-size', `${12 * devicePixelRatio}px`)
}

/** Sizes for wall screens (spec 9), as custom properties: a tenth of the window's width, and 12 times the device's pixel ratio. */
export function startScreenScale(): void {
  measure()
  let timer: ReturnType<typeof setTimeout> | undefined
  addEventListener('resize', () => {
    clearTimeout(timer)
    timer = setTimeout(measure, settledMs)
  })
}
