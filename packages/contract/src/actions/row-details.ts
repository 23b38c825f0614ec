import { defineAction } from './define-action.ts'

/** All columns of the row, its place and the levels around it. */
export const openDetail = defineAction({ name: 'open-detail', buttons: { row: { zh: '详情', en: 'Details' } }, permission: null })

/** The levels around the time of the row. */
export const openCurve = defineAction({ name: 'open-curve', buttons: { row: { zh: '曲线', en: 'Levels' } }, permission: null })
