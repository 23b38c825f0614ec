import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/** Plants imports by a name that is known only at run time. */
export function hiddenImportsCanary(root) {
  const folder = mkdtempSync(join(root, 'packages', 'domain', 'src', 'canary-'))
  try {
    const text =
      "import { createRequire } from 'node:module'\nexport const planted = (name: string) => [createRequire(name), import(name)]\n"
    writeFileSync(join(folder, 'planted.ts'), text)
    const oxlint = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint')
    const { stdout } = spawnSync(process.execPath, [oxlint, '--format', 'json', folder], { cwd: root, encoding: 'utf8' })
    const found = JSON.parse(stdout).diagnostics.map(({ code }) => code)
    return ['no-restricted-imports', 'no-dynamic-require']
      .filter((rule) => !found.some((code) => code.includes(rule)))
      .map((rule) => `the planted import was not found by ${rule}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
