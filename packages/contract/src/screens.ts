import type { Text } from '@tanker/domain/text'

/**
 * Every screen that exists, in menu order. The menu is this list cut to what a user's role grants, by the server;
 * a screen that is not built is not here. `kind` says who draws it: the one report page, or a screen of its own.
 */
export type Screen = {
  /** Route, as the specification spells it. */
  readonly path: string
  readonly title: Text
  /** The group of the menu (spec 2). */
  readonly group: ScreenGroup
  /** Second level of the menu; null when the screen stands directly in its group. */
  readonly section: Text | null
  readonly kind: 'report' | 'screen'
}

export const SCREEN_GROUPS = {
  monitor: { zh: '监控看板', en: 'Monitor board' },
  cargo: { zh: '货物监控', en: 'Cargo monitor' },
  driving: { zh: '行车监控', en: 'Driving monitor' },
} as const satisfies Record<string, Text>
export type ScreenGroup = keyof typeof SCREEN_GROUPS

const exceptionReports = { zh: '异常报表', en: 'Exception reports' } as const

export const SCREENS = [
  {
    path: 'monitor/cargo_transport',
    title: { zh: '货物监控', en: 'Cargo transport' },
    group: 'monitor',
    section: null,
    kind: 'screen',
  },
  {
    path: 'cargo_monitor/exception_report/alarm_switch_cover',
    title: { zh: '异常解封', en: 'Abnormal unsealing' },
    group: 'cargo',
    section: exceptionReports,
    kind: 'report',
  },
  {
    path: 'driving_monitor/exception_report/alarm_over_speed',
    title: { zh: '超速报警', en: 'Overspeed alarms' },
    group: 'driving',
    section: exceptionReports,
    kind: 'report',
  },
] as const satisfies readonly Screen[]

export type ScreenPath = (typeof SCREENS)[number]['path']
