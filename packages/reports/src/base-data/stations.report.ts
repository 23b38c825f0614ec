import { station } from '@tanker/contract/base-data/station'
import { definePlaceList } from './place-list.ts'

export default definePlaceList({
  path: 'setting/base_data/station',
  title: { zh: '油站管理', en: 'Stations' },
  kind: 'station',
  entity: station,
})
