// Allowed imports (docs/architecture.md). `only`: files of the folder may import the named packages and no others of ours.
const only = (name, from, ...allowed) => ({
  name,
  severity: 'error',
  from: { path: `^${from}/` },
  to: {
    path: '^(packages|apps|journeys|bench)/',
    pathNot: [
      `^${from}/`,
      ...allowed.map((place) => `^${place.includes('/') || ['bench', 'journeys'].includes(place) ? place : `packages/${place}`}/`),
    ],
  },
})
/** Files of a test: they may import everything of their app. */
const TEST = '\\.test\\.tsx?$|/test-[^/]*$'
/** Scenarios of detection, and the program that compares the server with its documentation: they run for tests. */
const TEST_PROGRAMS = '^packages/detection/src/scenarios/|^apps/server/src/check-api\\.ts$'
/** Files of an engine may import these folders of their app, and none of a feature; its tests may import all. */
const engine = (name, folder, ...platform) => ({
  name,
  severity: 'error',
  from: { path: `^${folder}/`, pathNot: TEST },
  to: {
    path: `^${folder.split('/').slice(0, -1).join('/')}/[^/]+/`,
    pathNot: [`^${folder}/`, ...platform.map((place) => `^${folder.split('/').slice(0, -1).join('/')}/${place}/`)],
  },
})
const WEB_ENGINES = '(?:base-data|report)'
/** Engines of the server, each with those that it uses. */
const SERVER_ENGINES = {
  alarms: ['fleet'],
  'base-data': [],
  'device-commands': ['gateway'],
  feed: ['alarms', 'fleet'],
  fleet: [],
  gateway: ['device-commands'],
  reports: [],
}
const anyOf = (folders) => `(?:${folders.join('|')})`
/** Files of these folders of an app may not import what matches `other` in it. */
const layer = (name, app, folders, other) => ({
  name,
  severity: 'error',
  from: { path: `^${app}/${folders}/`, pathNot: TEST },
  to: { path: `^${app}/${other}` },
})
const PACKAGES = ['domain', 'parameters', 'protocol', 'detection', 'contract', 'database', 'reports', 'tile-files']

export default {
  forbidden: [
    only('domain', 'packages/domain'),
    only('parameters', 'packages/parameters', 'domain'),
    only('contract', 'packages/contract', 'domain', 'parameters'),
    only('detection', 'packages/detection', 'domain'),
    only('protocol', 'packages/protocol', 'domain', 'parameters'),
    only('database', 'packages/database', 'domain'),
    only('reports', 'packages/reports', 'domain', 'parameters', 'contract', 'database'),
    only('tile-files', 'packages/tile-files', 'contract'),
    only('server', 'apps/server', ...PACKAGES),
    only('web', 'apps/web', 'domain', 'parameters', 'contract'),
    only('fleet', 'apps/fleet', 'domain', 'parameters', 'protocol', 'contract'),
    // The benchmark of the web console uses the browser harness of the journeys.
    only('bench', 'bench', ...PACKAGES, 'apps/fleet', 'journeys'),
    only('journeys', 'journeys', ...PACKAGES, 'apps/fleet', 'bench'),
    // Features are parameters of the engines: reports name actions, screens/load-action.ts finds their files by name.
    engine('web-reports-know-no-feature', 'apps/web/src/report', 'platform'),
    layer('web-platform-knows-no-part-above', 'apps/web/src', 'platform', '(?!platform/)'),
    layer('web-engines-know-no-feature', 'apps/web/src', WEB_ENGINES, `(?!platform/|${WEB_ENGINES}/)`),
    layer('web-features-know-no-composition', 'apps/web/src', 'features', `(?!platform/|features/|${WEB_ENGINES}/)`),
    {
      name: 'web-features-are-strangers',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/', pathNot: TEST },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    layer('server-platform-knows-no-part-above', 'apps/server/src', 'platform', '(?!platform/)'),
    ...Object.entries(SERVER_ENGINES).map(([name, used]) =>
      layer(`server-${name}-knows-its-engines`, 'apps/server/src', name, `(?!${anyOf(['platform', name, ...used])}/)`),
    ),
    layer(
      'server-features-know-no-composition',
      'apps/server/src',
      'features',
      `(?!${anyOf(['platform', 'features', ...Object.keys(SERVER_ENGINES)])}/)`,
    ),
    {
      name: 'server-features-are-strangers',
      severity: 'error',
      from: { path: '^apps/server/src/features/([^/]+)/', pathNot: TEST },
      to: {
        path: '^apps/server/src/features/',
        pathNot: ['^apps/server/src/features/$1/', '/feature\\.ts$'],
      },
    },
    {
      name: 'server-features-by-their-feature-file',
      severity: 'error',
      from: { path: '^apps/server/src/(?!features/)', pathNot: `${TEST}|${TEST_PROGRAMS}` },
      to: { path: '^apps/server/src/features/', pathNot: '/feature\\.ts$' },
    },
    {
      // The router has the sign-in page, which is before the shell.
      name: 'web-features-by-their-screens',
      severity: 'error',
      from: { path: '^apps/web/src/(?!features/|screens/|router\\.tsx$)', pathNot: TEST },
      to: { path: '^apps/web/src/features/' },
    },
    {
      name: 'pure-packages-touch-no-machine',
      severity: 'error',
      from: { path: '^packages/(domain|parameters|detection|contract|protocol|reports)/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      // Otherwise production code reaches everything through a file that no other rule reads.
      name: 'test-support-is-for-tests',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: `${TEST}|${TEST_PROGRAMS}` },
      to: { path: '^(packages|apps)/.*/test-[^/]*$|^run/test-' },
    },
    { name: 'every-import-resolves', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
    // Type-only imports count as well.
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules|dist)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
