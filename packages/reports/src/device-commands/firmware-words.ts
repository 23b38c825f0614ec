/** Words of the lists about firmware. */
export const DEVICE = { zh: '设备', en: 'Device' } as const

/** Of a version that no device ever said; every other value is its own text. */
export const UNKNOWN = { unknown: { zh: '未知', en: 'Unknown' } } as const
