import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const MAX_LINES = 400
const MAX_REPORT_LINES = 120
const BANNED = /(^|\/)(utils?|helpers?|common|shared|misc|lib|types|constants)(\/|\.[cm]?[jt]sx?$)/
/** Files beside the folders of features, which no rule of imports reads. */
const LOOSE = /^apps\/(?:server|web)\/src\/features\/(?!feature\.ts$)[^/]+$/
const UNFINISHED = /\b(TODO|FIXME|XXX|HACK)\b/
const ANY = /: any\b(?! \w)|\bas any\b|<any[,>]|@ts-ignore|@ts-nocheck/

/** All source files, tracked or new. */
export function sourceFiles(root) {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.mts'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)))
}

/** Violations of the rules on sizes and names, a line each. */
export function sizesAndNames(root) {
  const problems = []
  for (const file of sourceFiles(root)) {
    const text = readFileSync(join(root, file), 'utf8')
    const isReport = file.endsWith('.report.ts')
    // Imports of reports are not counted: the formatter puts each name on its own line.
    const lines = (isReport ? text.replace(/^import [^;]*? from '[^']+'\n/gm, '') : text).split('\n').length - 1
    const isTest = /\.test\.tsx?$/.test(file)
    const most = isReport ? MAX_REPORT_LINES : MAX_LINES
    if (!isTest && lines > most) problems.push(`${file}: ${lines} lines, at most ${most}; split it by topic`)
    if (LOOSE.test(file)) problems.push(`${file}: a feature is a folder`)
    if (BANNED.test(file)) problems.push(`${file}: choose a name that describes the content`)
    if (basename(file) !== basename(file).toLowerCase()) problems.push(`${file}: file names are kebab-case`)
    if (file.startsWith('check/')) continue
    for (const [i, line] of text.split('\n').entries()) {
      if (UNFINISHED.test(line)) problems.push(`${file}:${i + 1}: unfinished`)
      if (!isTest && ANY.test(line.replace(/\/\*\*?.*|\/\/.*|^\s*\*.*/, ''))) problems.push(`${file}:${i + 1}: any`)
    }
  }
  return problems
}
