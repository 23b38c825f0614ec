import { decimal } from '../kinds.ts'

const millivolts = (zh: string, en: string) => decimal({ zh, en }, 'mV', 0)

/** What a probe's sensor gives, and the limits of its states. */
export const sensingColumns = () => ({
  sensor: millivolts('传感值', 'Sensor value'),
  gate: millivolts('门限值', 'Gate value'),
  zero: millivolts('零点值', 'Zero value'),
  max: millivolts('最大值', 'Maximum'),
})

/** The values of its calibration besides. */
export const calibrationColumns = () => ({
  close: millivolts('关闭值', 'Close value'),
  mid: millivolts('中间值', 'Mid value'),
})

export const SENSING_STATE = { zh: '传感状态', en: 'Sensing' } as const
