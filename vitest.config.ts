import { defineConfig } from 'vitest/config'

/** The journeys of the main path. The others take long and are run by `npm test -- --all`, which guards every change. */
const MAIN_PATH = ['sign-in', 'live-map', 'roadside-opening', 'alarm-dialogs', 'feed-resume', 'durability', 'reports']
/** They start PostgreSQL servers of their own, and kill, damage or copy them: each takes ten seconds and more. */
const OWN_SERVERS = ['backup', 'embedded-postgres', 'failing-disk', 'feed-over-crash', 'flipped-bit', 'program-role', 'wait-for-primary']
/** Long days of readings, again and again: `late-data` and `outbox-after-crash` tell the same stories at their simplest. */
const LONG_DAYS = ['left-late-data']
const LEFT_OUT = [...OWN_SERVERS, ...LONG_DAYS]
const isWhole = process.env['TANKER_TEST'] === 'all'
const journeys = isWhole ? '*' : `(${MAIN_PATH.join('|')})`

export default defineConfig({
  test: {
    include: [
      'packages/**/*.test.ts',
      'apps/**/*.test.{ts,tsx}',
      `journeys/${journeys}.test.ts`,
      'check/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', ...(isWhole ? [] : LEFT_OUT.map((name) => `{apps,packages}/**/${name}.test.ts`))],
    globalSetup: ['run/test-database.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // A module that remembers something between two files is a fault; importing everything 136 times is half a minute.
    isolate: false,
  },
})
