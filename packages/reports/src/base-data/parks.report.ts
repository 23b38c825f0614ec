import { PARK_TYPES, park } from '@tanker/contract/base-data/park'
import { choice, text } from '../kinds.ts'
import { definePlaceList } from './place-list.ts'

export default definePlaceList({
  path: 'setting/base_data/park',
  title: { zh: '停车场管理', en: 'Parking lots' },
  kind: 'park',
  entity: park,
  own: { parkType: choice({ zh: '类型', en: 'Type' }, PARK_TYPES), contact: text({ zh: '联系人', en: 'Contact' }) },
})
