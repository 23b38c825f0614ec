import { defineAction } from './define-action.ts'

/** All columns of the row, its place and the levels around it. */
export const openDetail = defineAction({ name: 'open-detail', buttons: { row: { zh: '详情', en: 'Details' } }, permission: null })

/** The litres of the whole trip that the row is part of; the id of the row begins with truck and departure. */
export const openTripCurve = defineAction({ name: 'open-trip-curve', buttons: { row: { zh: '曲线', en: 'Curve' } }, permission: null })

/** The page that proves what the delivery of the row lost, in a tab of its own. */
export const proveDelivery = defineAction({ name: 'prove-delivery', buttons: { row: { zh: '凭证', en: 'Proof' } }, permission: null })

/** The levels around the time of the row. */
export const openCurve = defineAction({ name: 'open-curve', buttons: { row: { zh: '曲线', en: 'Levels' } }, permission: null })

/** All columns of the row, its speeds with a minute before and after, and the way driven on a map. */
export const openSpeed = defineAction({ name: 'open-speed', buttons: { row: { zh: '速度曲线', en: 'Speed' } }, permission: null })
