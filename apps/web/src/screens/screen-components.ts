import type { SCREENS } from '@tanker/contract/screens'
import type { ComponentType } from 'react'

type OwnScreenPath = Extract<(typeof SCREENS)[number], { kind: 'screen' }>['path']

/** Screens with a component of their own; one that is missing here does not compile. */
export const SCREEN_COMPONENTS: Record<OwnScreenPath, () => Promise<{ default: ComponentType }>> = {
  'monitor/cargo_transport': () =>
    import('../features/cargo-transport/cargo-transport.tsx').then((module) => ({ default: module.CargoTransport })),
  'monitor/alarm_desk': () => import('../features/alarm-desk/alarm-desk.tsx').then((module) => ({ default: module.AlarmDesk })),
  'cargo_monitor/event_report/real_tank_inventory': () =>
    import('../features/real-tank-inventory/real-tank-inventory.tsx').then((module) => ({ default: module.RealTankInventory })),
  'cargo_monitor/event_report/level_trend': () =>
    import('../features/level-trend/level-trend.tsx').then((module) => ({ default: module.LevelTrend })),
  'cargo_monitor/event_report/flow_change': () =>
    import('../features/flow-change/flow-change.tsx').then((module) => ({ default: module.FlowChange })),
  'setting/privilege_account/role_function': () =>
    import('../features/role-permissions/role-permissions.tsx').then((module) => ({ default: module.RolePermissionsScreen })),
}

/** The one screen of all reports. */
export const loadReportScreen = (): Promise<ComponentType> => import('./report-screen.tsx').then(({ ReportScreen }) => ReportScreen)

/** The dashboard is no screen of the menu. */
export const loadDashboard = (): Promise<ComponentType> => import('../features/dashboard/dashboard.tsx').then(({ Dashboard }) => Dashboard)
