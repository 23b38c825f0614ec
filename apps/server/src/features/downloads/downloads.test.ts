import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../platform/http/test-api.ts'

const folder = mkdtempSync(join(tmpdir(), 'tanker-downloads-'))
let server: TestApi
beforeAll(async () => {
  server = await startTestApi({ downloadsFolder: folder })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

test('[1-14] plug-ins are offered only where an administrator has put a file, and saved as they are', async () => {
  const anna = await server.signIn('anna')
  expect((await anna.get('/downloads')).data).toEqual({ manual: 'console', plugIns: [] })
  expect(await anna.send('POST', '/downloads/file', { plugIn: 'card-plugin' })).toMatchObject({
    resultCode: 400,
    message: '没有可下载的文件，请联系管理员。',
  })
  writeFileSync(join(folder, 'card-plugin.exe'), 'MZ card')
  writeFileSync(join(folder, 'notes.txt'), 'not public')
  expect((await anna.get('/downloads')).data).toEqual({
    manual: 'console',
    plugIns: [{ plugIn: 'card-plugin', fileName: 'card-plugin.exe', sizeBytes: 7 }],
  })
  const file = await anna.send('POST', '/downloads/file', { plugIn: 'card-plugin' })
  expect(file.message).toBe('MZ card')
  expect(file.headers.get('content-disposition')).toContain("filename*=UTF-8''card-plugin.exe")
  expect((await anna.send('POST', '/downloads/file', { plugIn: '../notes.txt' })).resultCode).toBe(400)
})

test('[6-07] [6-09] [1-09] the water-truck account is offered the manual of the water trucks, and no plug-in', async () => {
  writeFileSync(join(folder, 'video-plugin-2.msi'), 'MSI')
  const water = await server.signIn('water')
  expect((await water.get('/downloads')).data).toEqual({ manual: 'water-truck', plugIns: [] })
  expect((await water.send('POST', '/downloads/file', { plugIn: 'video-plugin' })).resultCode).toBe(400)
})
