import { station } from '@tanker/contract/base-data/station'
import { definePlaceList } from './place-list.ts'

export default definePlaceList({
  title: { zh: '油站管理', en: 'Stations' },
  kind: 'station',
  entity: station,
})
