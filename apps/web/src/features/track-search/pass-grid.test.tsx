// @vitest-environment happy-dom
import { MAX_PASSES, type TrackPass, type TrackPasses } from '@tanker/contract/track-search'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderInRouter } from '../../platform/test-router.ts'
import { PassGrid } from './pass-grid.tsx'

afterEach(cleanup)

const FROM = '2026-11-20T00:00:00.000Z'
const place = { lat: 31.25, lng: 120.5 }
const pass: TrackPass = {
  truckId: 7,
  signCode: '苏A00007',
  organisationName: '甲公司',
  enteredAt: '2026-11-20T08:00:00.000Z',
  leftAt: '2026-11-20T08:30:00.000Z',
  cameIn: true,
  wentOut: true,
  isInside: false,
  enterKmh: 32.5,
  maxKmh: 41,
  enteredAtPlace: place,
  leftAtPlace: place,
}
const open = (found: TrackPasses) => renderInRouter(() => <PassGrid found={found} from={FROM} busy={false} empty="" />)

test('counts trucks and passes, says what is not a border, and leads to the playback of each pass', async () => {
  const later = { ...pass, enteredAt: '2026-11-20T09:00:00.000Z', cameIn: false, wentOut: false }
  await open({
    passes: [{ ...later, isInside: true }, { ...later, truckId: 8, enteredAt: '2026-11-20T08:10:00.000Z' }, pass],
    searchedFrom: FROM,
    more: false,
  })
  expect(screen.getByRole('status').textContent).toBe('Trucks: 2, passes: 3')
  expect(screen.getAllByText('Still inside')).toHaveLength(1)
  expect(screen.getAllByTitle('Was inside before, or had no positions before')).toHaveLength(2)
  expect(screen.getAllByTitle('No positions after this')).toHaveLength(1)
  const links = screen.getAllByRole<HTMLAnchorElement>('link', { name: 'Play back' })
  expect(links).toHaveLength(3)
  expect(Object.fromEntries(new URL(links[2]!.href).searchParams)).toEqual({
    truck: '7',
    from: '2026-11-20T07:55:00.000Z',
    to: '2026-11-20T08:35:00.000Z',
    at: pass.enteredAt,
  })
})

test('says that there are more passes, and from when on the answer is complete', async () => {
  await open({ passes: [pass], searchedFrom: '2026-11-20T06:00:00.000Z', more: true })
  const words = screen.getByRole('status').textContent
  expect(words).toContain(`Only the newest ${MAX_PASSES} passes`)
  expect(words).toContain('were searched')
})
