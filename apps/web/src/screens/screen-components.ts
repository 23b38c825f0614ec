import type { SCREENS } from '@tanker/contract/screens'
import type { ComponentType } from 'react'

type OwnScreenPath = Extract<(typeof SCREENS)[number], { kind: 'screen' }>['path']

/** Loads a screen. `loaded`: the screen once that is done, until then null. */
export type ScreenLoad = (() => Promise<ComponentType>) & { readonly loaded: () => ComponentType | null }

export const screenLoad = (load: () => Promise<ComponentType>): ScreenLoad => {
  let loaded: ComponentType | null = null
  return Object.assign(() => load().then((screen) => (loaded = screen)), { loaded: () => loaded })
}

/** Screens with a component of their own; one that is missing here does not compile. */
export const SCREEN_COMPONENTS: Record<OwnScreenPath, ScreenLoad> = {
  'monitor/cargo_transport': screenLoad(() => import('../features/board/cargo-transport.tsx').then((module) => module.CargoTransport)),
  'monitor/device_target': screenLoad(() => import('../features/board/devices/device-target.tsx').then((module) => module.DeviceTarget)),
  'monitor/safe_target': screenLoad(() => import('../features/board/safety/safe-target.tsx').then((module) => module.SafeTarget)),
  'monitor/sprinkler_monitoring': screenLoad(() =>
    import('../features/board/water/water-monitor.tsx').then((module) => module.WaterMonitorScreen),
  ),
  'monitor/track_map': screenLoad(() => import('../features/board/tracking/live-track-map.tsx').then((module) => module.LiveTrackMap)),
  'monitor/track_search': screenLoad(() => import('../features/track-search/track-search.tsx').then((module) => module.TrackSearch)),
  'monitor/real_video': screenLoad(() => import('../features/video/real-video.tsx').then((module) => module.RealVideo)),
  'monitor/video_monitor': screenLoad(() => import('../features/video/video-monitor.tsx').then((module) => module.VideoMonitor)),
  'monitor/full_video': screenLoad(() => import('../features/video/monitor-carousel.tsx').then((module) => module.MonitorCarousel)),
  'monitor/history_video': screenLoad(() => import('../features/video/history-video.tsx').then((module) => module.HistoryVideo)),
  'monitor/track_compare': screenLoad(() => import('../features/track-compare/track-compare.tsx').then((module) => module.TrackCompare)),
  'monitor/sprinkler_playback_track': screenLoad(() =>
    import('../features/playback/water-playback.tsx').then((module) => module.WaterPlayback),
  ),
  'monitor/playback_track': screenLoad(() => import('../features/playback/playback.tsx').then((module) => module.Playback)),
  'monitor/alarm_desk': screenLoad(() => import('../features/alarm-desk/alarm-desk.tsx').then((module) => module.AlarmDesk)),
  'cargo_monitor/event_report/real_tank_inventory': screenLoad(() =>
    import('../features/real-tank-inventory/real-tank-inventory.tsx').then((module) => module.RealTankInventory),
  ),
  'cargo_monitor/event_report/level_trend': screenLoad(() =>
    import('../features/level-trend/level-trend.tsx').then((module) => module.LevelTrend),
  ),
  'cargo_monitor/event_report/flow_change': screenLoad(() =>
    import('../features/flow-change/flow-change.tsx').then((module) => module.FlowChange),
  ),
  'setting/privilege_account/role_function': screenLoad(() =>
    import('../features/role-permissions/role-permissions.tsx').then((module) => module.RolePermissionsScreen),
  ),
}

/** The one screen of all reports. */
export const loadReportScreen = screenLoad(() => import('./report-screen.tsx').then(({ ReportScreen }) => ReportScreen))

/** The dashboard is no screen of the menu. */
export const loadDashboard = screenLoad(() => import('../features/dashboard/dashboard.tsx').then(({ Dashboard }) => Dashboard))
