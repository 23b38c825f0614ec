import { repairShop } from '@tanker/contract/base-data/repair-shop'
import { definePlaceList } from './place-list.ts'

export default definePlaceList({
  path: 'setting/base_data/service_depot',
  title: { zh: '维修厂管理', en: 'Repair shops' },
  kind: 'repair',
  entity: repairShop,
})
