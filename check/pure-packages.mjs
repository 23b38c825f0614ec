import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceFiles } from './sizes.mjs'

/** Their results follow from what they are given (docs/architecture.md). */
const PURE = /^packages\/(?:domain|parameters|protocol|detection|contract|reports)\/src\/.*\.ts$/
const LEFT_OUT = /\.test\.ts$|\/test-[^/]*$/
const COMMENT = /^\s*(?:\/\/|\*|\/\*).*$|(?<!:)\/\/.*$/
/** A clock, chance, the network, the process. `new Date(ms)` is none. */
const IMPURE =
  /\bDate\.now\b|\bnew Date(?:\(\s*\)|(?![\w(]))|(?<!new )(?<![\w.])Date\(\)|\bMath\.random\b|\bperformance\b|\bcrypto\.|\bgetRandomValues\b|\brandomUUID\b|\bset(?:Timeout|Interval|Immediate)\(|\bprocess\.(?:env|argv|hrtime|cwd|uptime|platform|exit|nextTick|on)\b|\bglobalThis\b|\bfetch\(/

/** A line for each use of what a pure package must not know. `sources`: [file, text]. */
export function impureUses(sources) {
  return sources.flatMap(([file, text]) =>
    text.split('\n').flatMap((line, i) => {
      const found = IMPURE.exec(line.replace(COMMENT, ''))
      return found ? [`${file}:${i + 1}: ${found[0].trim()}: pure packages have no clock, no chance and no machine; pass it in`] : []
    }),
  )
}

export function purePackages(root) {
  const files = sourceFiles(root).filter((file) => PURE.test(file) && !LEFT_OUT.test(file))
  if (files.length < 100) return ['the pure packages were not read: the files have moved']
  return impureUses(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
}

/** Plants a clock, chance, a timer and a request; a time that is given and a comment are none. */
export function purePackagesCanary() {
  const planted = ['Date.now() + 1', 'new Date()', 'Math.random()', 'setTimeout(f)', 'fetch(url)', 'performance.now()']
  const allowed = ['new Date(at)', '// Date.now()', 'process: part(processState)', "const prefetch = 'process'"]
  const found = impureUses([['a.ts', [...planted, ...allowed].join('\n')]])
  return found.length === planted.length ? [] : [`${planted.length} planted uses should be found: ${found.join('; ')}`]
}
