import { expect, test } from 'vitest'
import { menuGroups, menuLinks, withoutDeviceCommands } from './menu-groups.ts'

const menus = [
  {
    name: '监控看板',
    menus: [
      { name: '货物监控', url: '/monitor/cargo_transport', child: [] },
      { name: '没有的页面', url: 'monitor/no_such_screen', child: [] },
    ],
  },
  {
    name: '行车监控',
    menus: [{ name: '异常报表', url: '', child: [{ name: '超速报警', url: 'driving_monitor/exception_report/alarm_over_speed' }] }],
  },
  {
    name: '主动安全',
    menus: [{ name: '异常报表', url: '', child: [{ name: '视频', url: 'active_safety/exception_report/no_such_screen' }] }],
  },
]

test('menu entries whose screen does not exist are not shown, nor groups left empty', () => {
  expect(menuGroups(menus).map(({ name }) => name)).toEqual(['监控看板', '行车监控'])
  expect(menuLinks(menus).map(({ url }) => url)).toEqual(['monitor/cargo_transport', 'driving_monitor/exception_report/alarm_over_speed'])
})

test('[6-15] sensor enable, force dry and set battery type are taken out at every level, and known to have been there', () => {
  const screen = { name: '超速报警', url: 'driving_monitor/exception_report/alarm_over_speed' }
  const found = withoutDeviceCommands([
    { name: '强制干', menus: [{ name: '下级', url: 'x', child: [] }] },
    {
      name: '行车监控',
      menus: [
        { name: '传感器使能', url: 'y', child: [] },
        { name: '异常报表', url: '', child: [{ name: '设置电池类型', url: 'z' }, screen] },
      ],
    },
  ])
  expect(found.menus).toEqual([{ name: '行车监控', menus: [{ name: '异常报表', url: '', child: [screen] }] }])
  expect([...found.flags].toSorted()).toEqual(['forceDry', 'sensorEnable', 'setBatteryType'])
  expect(withoutDeviceCommands(found.menus)).toEqual({ menus: found.menus, flags: new Set() })
})
