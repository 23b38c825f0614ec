import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** How many imports from one feature into another are left in each app; may only decrease. */
const LEFT = 'check/feature-imports-left.json'
/** Folders that every feature of an app may import: its platform and its engines. */
const SHARED = {
  web: ['ui', 'calls', 'screen-frame', 'charts', 'map', 'feed', 'report', 'base-data'],
}
/** What puts features together may import all of them. */
const COMPOSES = {
  web: /^(?:screens\/[^/]+|shell\/.*|[^/]+)\.tsx?$/,
}
const LEFT_OUT = /\.test\.tsx?$|\/test-[^/]*$|\.css$/
const SOURCE = /^apps\/(web)\/src\/(.+)$/

/** The folder of a feature; each screen with a folder of its own is one. */
const featureOf = (path) => (path.startsWith('screens/') ? path.split('/').slice(0, 2).join('/') : (path.split('/')[0] ?? ''))

/** Imports from one feature into another, type imports included, by app: ['a.ts → b.ts']. */
export function featureImports(modules) {
  const found = { web: [] }
  for (const { source, dependencies } of modules) {
    const [, app, from] = SOURCE.exec(source) ?? []
    if (app === undefined || LEFT_OUT.test(source) || COMPOSES[app].test(from)) continue
    for (const target of new Set(dependencies.map(({ resolved }) => resolved))) {
      const [, toApp, to] = SOURCE.exec(target) ?? []
      if (toApp !== app || !to.includes('/') || LEFT_OUT.test(target)) continue
      const feature = featureOf(to)
      if (feature !== featureOf(from) && !SHARED[app].includes(feature)) found[app].push(`${from} → ${to}`)
    }
  }
  return found
}

/** A line for each app with more of them than `left` allows, and for each number that can be lowered. */
export function countProblems(found, left) {
  return Object.entries(found).flatMap(([app, imports]) => {
    const allowed = left[app] ?? 0
    if (imports.length > allowed)
      return [`apps/${app}: ${imports.length} imports from one feature into another, at most ${allowed}: ${imports.join(', ')}`]
    return imports.length < allowed
      ? [`apps/${app}: ${imports.length} imports from one feature into another now: lower its number in ${LEFT}`]
      : []
  })
}

export const featureImportProblems = (root, modules) =>
  countProblems(featureImports(modules), JSON.parse(readFileSync(join(root, LEFT), 'utf8')))

/** Plants an import between two features, one of a type, one of the platform, one by the list of screens and one of a test. */
export function featureImportsCanary() {
  const planted = [
    ['apps/web/src/rights/a.tsx', 'apps/web/src/fences/b.ts'],
    ['apps/web/src/report/a.ts', 'apps/web/src/rights/types-only.ts'],
    ['apps/web/src/rights/a.tsx', 'apps/web/src/ui/dialog.tsx'],
    ['apps/web/src/screens/action-components.ts', 'apps/web/src/fences/b.ts'],
    ['apps/web/src/screens/level-trend/a.tsx', 'apps/web/src/screens/flow-change/b.tsx'],
    ['apps/web/src/rights/a.test.ts', 'apps/web/src/fences/b.ts'],
  ]
  const found = featureImports(planted.map(([source, resolved]) => ({ source, dependencies: [{ resolved }] })))
  const problems = countProblems(found, { web: 2 })
  return found.web.length === 3 && problems.length === 1
    ? []
    : [`three planted imports between features should be found, and one too many: ${JSON.stringify(found)} ${problems.join('; ')}`]
}
