/** Writes one line for a step that takes a while: its name at once, how long it took when it is done. */
export function beginStep(name) {
  const began = Date.now()
  let isOpen = true
  process.stdout.write(`${name} … `)
  const close = (text) => {
    if (isOpen) process.stdout.write(`${text}\n`)
    isOpen = false
  }
  return {
    done: () => close(`${((Date.now() - began) / 1000).toFixed(0)} s`),
    /** Ends the line because something else must be printed. */
    interrupt: () => close(''),
  }
}
