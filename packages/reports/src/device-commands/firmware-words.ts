/** Words of the lists about firmware. */
export const DEVICE = { zh: '设备', en: 'Device' } as const

/** For an unknown version; every other value is its own text. */
export const UNKNOWN = { unknown: { zh: '未知', en: 'Unknown' } } as const
