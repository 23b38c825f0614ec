import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceFiles } from './sizes.mjs'

const TABLE = 'packages/domain/src/alarms/alarm-code.ts'
/** Where alarms are raised, judged and reported; tests name the numbers of the specification. */
const JUDGED = /^(?:packages\/(?:domain|detection|reports)|apps\/server|apps\/web|apps\/fleet)\/src\/.*\.tsx?$/
const LEFT_OUT = /\.test\.tsx?$|\/test-[^/]*$|\/migrations\/|\/alarm-code\.ts$/
const ABOUT_ALARMS =
  /\balarm\.type\b|\ba\.type\b|\btypes?: |\btype [!=]==|\bcode: |\b(?:raise|judgeTrouble|findTrouble|findHappening|reportUnfinished)\(/
/** A list of types by their numbers, small ones too. */
const LIST = /\b\w*(?:TYPES|[tT]ypes)\b[^=]*= (?:new Set\()?\[(\d+)/
const COMMENT = /^\s*(?:\/\/|\*|\/\*).*$|(?<!:)\/\/.*$/g

/** The codes of the table that no other number is likely to be: those above 200. */
const codesOf = (table) => [...table.matchAll(/: (\d+),/g)].map(([, code]) => code).filter((code) => Number(code) > 200)

/** A line for each place where an alarm's number stands instead of its name. `sources`: [file, text]. */
export function bareAlarmCodes(table, sources) {
  const bare = new RegExp(`(?<![\\d.\\w'-])(?:${codesOf(table).join('|')})(?![\\d.\\w'%-])`)
  return sources.flatMap(([file, text]) =>
    text.split('\n').flatMap((line, i) => {
      const code = line.replace(COMMENT, '')
      const found = (ABOUT_ALARMS.test(code) ? bare.exec(code)?.[0] : undefined) ?? LIST.exec(code)?.[1]
      return found ? [`${file}:${i + 1}: alarm ${found} has a name in ${TABLE}`] : []
    }),
  )
}

/** Alarm types stand by their names, not by their numbers. */
export function alarmCodes(root) {
  const sources = sourceFiles(root)
    .filter((file) => JUDGED.test(file) && !LEFT_OUT.test(file))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')])
  return bareAlarmCodes(readFileSync(join(root, TABLE), 'utf8'), sources)
}

/** Plants a number that is raised, one that is compared with and a list; a width and a comment are none. */
export function alarmCodesCanary() {
  const planted = ['raise(moment, { type: 202 })', 'alarm.type IN (1, 320)', 'const TYPES = [2, 45]', 'width: 202', '// type: 202'].join(
    '\n',
  )
  const found = bareAlarmCodes('{ highLoss: 202, sealBreak: 320, }', [['a.ts', planted]])
  return found.length === 3 ? [] : [`three planted numbers should be found: ${found.join('; ')}`]
}
