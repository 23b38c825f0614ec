import { depot } from '@tanker/contract/base-data/depot'
import { definePlaceList } from './place-list.ts'

export default definePlaceList({
  title: { zh: '油库管理', en: 'Depots' },
  kind: 'depot',
  entity: depot,
  own: { manager: 'manager' },
})
