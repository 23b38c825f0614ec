import { repairShop } from '@tanker/contract/base-data/repair-shop'
import { definePlaceList } from './place-list.ts'

export default definePlaceList({
  title: { zh: '维修厂管理', en: 'Repair shops' },
  kind: 'repair',
  entity: repairShop,
})
