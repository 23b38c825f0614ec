import { readFile, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '../..')

test('every refusal is declared once, in the errors of its feature', async () => {
  const files = (await readdir(FOLDER, { recursive: true })).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const declared = (
    await Promise.all(
      files.map(async (file) =>
        [...(await readFile(join(FOLDER, file), 'utf8')).matchAll(/new Refusal\(\s*(?:'([\w-]+)')?/g)].map(([, code]) => ({ file, code })),
      ),
    )
  ).flat()
  expect(declared.length).toBeGreaterThan(80)
  expect(declared.filter(({ file }) => !/^(errors|[a-z-]+-errors)\.ts$/.test(basename(file)))).toEqual([])
  const codes = declared.map(({ code }) => code)
  expect(codes.filter((code, at) => code === undefined || codes.indexOf(code) !== at)).toEqual([])
})
