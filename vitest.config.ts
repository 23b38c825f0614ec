import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Journeys of the main path. `npm test -- --all` runs the others as well, before each change lands. */
const MAIN_PATH = ['sign-in', 'roadside-opening', 'alarm-dialogs', 'feed-resume', 'durability']
/** Tests that start their own PostgreSQL servers and kill, damage or copy them: ten seconds or more each. */
const OWN_SERVERS = ['backup', 'embedded-postgres', 'failing-disk', 'feed-over-crash', 'flipped-bit', 'program-role', 'wait-for-primary']
/** Long days of readings, repeated; `late-data` and `outbox-after-crash` cover the simplest forms. */
const LONG_DAYS = ['left-late-data']
/** Seconds of waiting for cut connections, retries and whole transfers each; the tests beside them cover the ordinary path. */
const LONG_WAITS = [
  'commit-connection',
  'export',
  'fence-on-the-road',
  'gauge-learning',
  'migration-interrupted',
  'nth-failure',
  'one-truck',
  'sheet-cells',
  'slow-database',
  'truck-on-the-road',
  'upgrade',
  'version-query',
]
const LEFT_OUT = [...OWN_SERVERS, ...LONG_DAYS, ...LONG_WAITS]
/** Files of minutes in one test, the longest first: begun last, one of them would keep one processor busy and the other idle. */
const LONGEST = ['every-screen', 'matrix', 'every-report']
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return found < 0 ? LONGEST.length : found
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}
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
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One second is little on a machine with both processors busy.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Modules must not keep state between test files; importing everything per file would cost half a minute.
    isolate: false,
  },
})
