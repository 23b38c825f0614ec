import { depot } from '@tanker/contract/base-data/depot'
import { text } from '../kinds.ts'
import { definePlaceList } from './place-list.ts'

export default definePlaceList({
  path: 'setting/base_data/storage',
  title: { zh: '油库管理', en: 'Depots' },
  kind: 'depot',
  entity: depot,
  own: { manager: text({ zh: '负责人', en: 'Manager' }) },
})
