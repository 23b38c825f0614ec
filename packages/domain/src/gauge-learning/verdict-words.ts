import type { Text } from '../texts/text.ts'
import type { GaugeVerdict } from './learn-gauge.ts'

/** What loads taught of a gauge. */
export const GAUGE_VERDICT_WORDS = {
  scale: { zh: '罐容表偏差', en: 'Tank table error' },
  offset: { zh: '液位偏移', en: 'Level offset' },
  temperature: { zh: '温度偏差', en: 'Temperature bias' },
  several: { zh: '多项偏差', en: 'Several errors' },
  unclear: { zh: '有偏差，原因待定', en: 'Off, cause unclear' },
  fine: { zh: '正常', en: 'Fine' },
  'too-few': { zh: '数据不足', en: 'Not enough data' },
} as const satisfies Readonly<Record<GaugeVerdict, Text>>
