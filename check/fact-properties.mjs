import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceFiles } from './sizes.mjs'

/** Where facts are read. Features of the map have properties of their own. */
const READERS = /^(?:packages\/reports|apps\/server|apps\/web)\/src\/.*\.tsx?$/
const LEFT_OUT = /\.test\.tsx?$|\/test-[^/]*$|^apps\/web\/src\/platform\/map\//
/** A property by a name that no declaration is asked for, in SQL and in code. */
const BARE = [/\bproperties\s*(?:->>?|#>>?|@>|\?)\s*(?:'|\$\{sql\.lit)/, /\bproperties\??\.?\[\s*['"`]/, /\}\s*=\s*(?:\w+\.)*properties\b/]

/** A line for each property read by a bare name. `sources`: [file, text]. */
export function bareProperties(sources) {
  return sources.flatMap(([file, text]) =>
    text.split('\n').flatMap((line, i) => {
      const found = BARE.some((bare) => bare.test(line))
      return found ? [`${file}:${i + 1}: read it by its declaration, with propertiesIn(…) in SQL or stored(…)`] : []
    }),
  )
}

/** Properties of records and alarms are read by their declarations (packages/domain/src/facts). */
export function factProperties(root) {
  const files = sourceFiles(root).filter((file) => READERS.test(file) && !LEFT_OUT.test(file))
  if (!files.some((file) => file.endsWith('.report.ts'))) return ['no report was read: the files have moved']
  return bareProperties(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
}

/** Plants a bare name in SQL and two in code; the column itself and a declared name are none. */
export function factPropertiesCanary() {
  const planted = [
    "sql`record.properties ->> 'direction'`",
    "row.properties['lines']",
    'const { startVolumeL } = row.properties',
    "select('record.properties')",
    "operation.text('direction')",
  ]
  const found = bareProperties([['a.ts', planted.join('\n')]])
  return found.length === 3 ? [] : [`three planted names should be found: ${found.join('; ')}`]
}
