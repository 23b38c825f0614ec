import { defineAction } from './define-action.ts'

export const setRobotAddress = defineAction({
  name: 'set-robot-address',
  buttons: { row: { zh: '设置地址', en: 'Address' } },
  permission: 'robots:address',
})

export const testRobot = defineAction({
  name: 'test-robot',
  buttons: { row: { zh: '测试', en: 'Test' } },
  permission: 'robots:address',
  appliesTo: (row: { readonly address: string | null }) => row.address !== null,
})
