/**
 * The value of a text of source code, with the given names in its reach. Only for texts that are made of the constants of this
 * package: declarations of state and the list of detectors become straight code once at start, which is as fast as code
 * written by hand, where a loop over them is not (decision 29).
 */
export function compiled(text: string, names: Readonly<Record<string, unknown>>): unknown {
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- see above: nothing from outside gets into the text
  const make = new Function(...Object.keys(names), `'use strict'\nreturn ${text}`) as (...values: unknown[]) => unknown
  return make(...Object.values(names))
}
