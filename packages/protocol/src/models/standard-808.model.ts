import { standardZoneOffsetMinutes } from '../device-time.ts'

/** A plain JT/T 808 terminal: positions and active safety, no tank. Its vendor extras are kept raw. */
export const standard808 = {
  name: 'standard-808',
  zoneOffsetMinutes: standardZoneOffsetMinutes,
  safetyProfile: 'jsatl-2017',
  tracksOnRequest: true,
  readExtra: (): boolean => false,
  writeExtras: (): void => undefined,
} as const
