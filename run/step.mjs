/** Prints one line for a slow step: its name at once, its duration when done. */
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
    /** Ends the line before other output. */
    interrupt: () => close(''),
  }
}
