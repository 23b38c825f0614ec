import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Disabled lint rules without a reason, a line each; a reason is a comment above the group. */
export function lintReasons(root) {
  return withoutReason(readFileSync(join(root, '.oxlintrc.json'), 'utf8')).map((rule) => `.oxlintrc.json: ${rule} is off without a reason`)
}

function withoutReason(text) {
  const found = []
  let hasReason = false
  for (const line of text.split('\n').map((one) => one.trim())) {
    const [, rule, level] = /^"([^"]+)": (\[?"\w+")/.exec(line) ?? []
    if (line.startsWith('//')) hasReason = true
    else if (rule === undefined || !/off|allow/.test(level)) hasReason = false
    else if (!hasReason) found.push(rule)
  }
  return found
}

export function lintReasonsCanary() {
  return withoutReason('// A rule.\n"kept": "error",\n"dropped": "off",').join() === 'dropped'
    ? []
    : ['a rule that is off without a reason was not found']
}
