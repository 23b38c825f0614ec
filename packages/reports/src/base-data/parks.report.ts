import { park } from '@tanker/contract/base-data/park'
import { definePlaceList } from './place-list.ts'

export default definePlaceList({
  title: { zh: '停车场管理', en: 'Parking lots' },
  kind: 'park',
  entity: park,
  own: { parkType: 'parkType', contact: 'contact' },
})
