import type { ReportView } from '@tanker/contract/report-view'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { asReader } from '../platform/test-reader.ts'
import { LossNotice } from './loss-notice.tsx'

const view = (...names: string[]) => ({ columns: names.map((name) => ({ name })) }) as unknown as ReportView
const rows = ['depot-station', 'truck-truck', 'truck-truck'].map((basis, index) => ({ id: String(index), basis }))

test('losses that only the truck itself vouches for are said above the list, with their number on the page', () => {
  expect(renderToStaticMarkup(<LossNotice view={view('plate', 'basis')} rows={rows} />)).toContain('本页 3 行中 2 行没有付油单和站罐数据')
})

test('a page whose losses all rest on a ticket or a gauge has no notice, nor has a list without losses', () => {
  expect(renderToStaticMarkup(<LossNotice view={view('basis')} rows={rows.slice(0, 1)} />)).toBe('')
  expect(renderToStaticMarkup(<LossNotice view={view('plate')} rows={rows} />)).toBe('')
  expect(renderToStaticMarkup(<LossNotice view={view('basis')} rows={[]} />)).toBe('')
})

test('an English user reads the notice in English', async () => {
  const { LossNotice: English } = await asReader({ language: 'en' }, () => import('./loss-notice.tsx'))
  expect(renderToStaticMarkup(<English view={view('basis')} rows={rows} />)).toContain(
    '2 of 3 rows have no depot ticket and no station gauge',
  )
})
