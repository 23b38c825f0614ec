import { expect, test } from 'vitest'
import { firstFind } from './board-finds.tsx'

const station = {
  id: 7,
  kind: 'station' as const,
  name: '镇江南徐大道加油站',
  lat: 32,
  lng: 119,
  outline: [],
  searched: '镇江南徐大道加油站\n南徐站\nnxz',
}

test('[D-36] Enter in the search of the board opens the first line that is shown: a place stands above drivers and trucks', () => {
  const fleet = { places: [station], drivers: [] }
  expect(firstFind(fleet, 'nxz')).toMatchObject({ place: { id: 7 } })
  expect(firstFind(fleet, 'A1')).toBeNull()
})
