import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { IncomingFile } from './incoming-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'tanker-incoming-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Each write to it fails for lack of room. */
const FULL_DISK = '/dev/full'

test.runIf(process.platform === 'linux')('bytes that did not reach a full disk have not come', async () => {
  const file = new IncomingFile(FULL_DISK, 4)
  await expect(file.write(0, Buffer.from('abcd'))).rejects.toThrow('ENOSPC')
  expect([file.isComplete, file.missing(10)]).toEqual([false, [{ offset: 0, length: 4 }]])
  await file.close()
})

test('nothing is written beyond the announced size', async () => {
  const file = new IncomingFile(join(folder, 'a'), 4)
  expect(await file.write(3, Buffer.from('de'))).toBe(false)
  expect(await file.write(0, Buffer.from('abcd'))).toBe(true)
  expect((await file.finish()).head.toString()).toBe('abcd')
})
