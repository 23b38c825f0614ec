import { defineAction } from './define-action.ts'

export const showGauge = defineAction({ name: 'show-gauge', buttons: { row: { zh: '查看', en: 'View' } }, permission: null })
