import { expect, test } from 'vitest'
import { uploadText } from './upload-text.ts'

const time = (at: string) => at.slice(0, 16).replace('T', ' ')

test('what trucks upload is said with how far it is and how long it takes, as far as that is known', () => {
  const at = '2026-11-18T14:20:00.000Z'
  expect(uploadText({ trucks: 12, at, leftMs: 200_000 }, time)).toEqual({
    zh: '12 辆车正在补传离线期间的数据，已传至 2026-11-18 14:20，预计还需 4 分钟',
    en: '12 trucks are uploading stored data: now at 2026-11-18 14:20, about 4 min left',
  })
  expect(uploadText({ trucks: 1, at, leftMs: null }, time)).toEqual({
    zh: '1 辆车正在补传离线期间的数据，已传至 2026-11-18 14:20',
    en: '1 truck is uploading stored data: now at 2026-11-18 14:20',
  })
})
