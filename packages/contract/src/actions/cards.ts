import { defineAction } from './define-action.ts'

/** Opens the external card site, where one is configured. */
export const openCardSite = defineAction({
  name: 'open-card-site',
  buttons: { list: { zh: '卡务管理', en: 'Card management' } },
  permission: 'setting/base_data/driver',
  onlyWith: 'card-site',
})
