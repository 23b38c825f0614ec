import { defineAction } from './define-action.ts'

const onOwners = { row: { zh: '设置', en: 'Set' }, rows: { zh: '批量设置', en: 'Set for selected' } } as const

/** Driving and working hours of an organisation or a truck. */
export const setDrivingThresholds = defineAction({
  name: 'set-driving-thresholds',
  buttons: onOwners,
  permission: 'thresholds:change',
})

/** All thresholds that have no screen of their own. */
export const setParameters = defineAction({
  name: 'set-parameters',
  buttons: { row: { zh: '修改', en: 'Change' }, list: { zh: '设置参数', en: 'Set parameters' } },
  permission: 'thresholds:change',
  primary: true,
})

/** When a loading is abnormal. */
export const setLoadingRules = defineAction({
  name: 'set-loading-rules',
  buttons: onOwners,
  permission: 'thresholds:change',
})
