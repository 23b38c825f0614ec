import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const WEB = join(import.meta.dirname, '../apps/web/src')

test('the browser runs no schema: it has none, so that they need not be loaded', () => {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)test-/.test(file),
  )
  const running = files.filter((file) => /\.(safeParse|parseAsync)\(|import \{ z\b/.test(readFileSync(join(WEB, file), 'utf8')))
  expect(files.length).toBeGreaterThan(200)
  expect(running).toEqual([])
})
