import type { Text } from '@tanker/domain/texts/text'

/** Units of the fields of parameter files. */
export const MM: Text = { zh: '毫米', en: 'mm' }
export const LITRE: Text = { zh: '升', en: 'L' }
export const SECOND: Text = { zh: '秒', en: 's' }
export const MILLISECOND: Text = { zh: '毫秒', en: 'ms' }
export const HOUR: Text = { zh: '小时', en: 'h' }
export const DEGREE: Text = { zh: '°', en: '°' }
export const CELSIUS: Text = { zh: '℃', en: '°C' }
export const PERCENT: Text = { zh: '%', en: '%' }
export const MILLIVOLT: Text = { zh: '毫伏', en: 'mV' }
export const KBPS: Text = { zh: 'Kbps', en: 'kbit/s' }
export const KG_PER_L: Text = { zh: 'kg/L', en: 'kg/L' }
export const PER_CELSIUS: Text = { zh: '1/℃', en: '1/°C' }
export const PER_MILLE: Text = { zh: '‰', en: '‰' }
