import type { Alarm } from '@tanker/contract/alarms'
import { highLossFact } from '@tanker/domain/facts/cargo-alarm-facts'
import { workingHoursFact } from '@tanker/domain/facts/driving-facts'
import { stored } from '@tanker/domain/facts/stored-properties'
import { text } from '../platform/language.ts'
import { shownDecimal, shownDuration, shownTime } from '../platform/shown-values.ts'

const WORDS = {
  plate: { zh: '车牌号', en: 'Plate' },
  organisation: { zh: '所属组织', en: 'Organisation' },
  time: { zh: '时间', en: 'Time' },
  start: { zh: '开始时间', en: 'Start' },
  end: { zh: '结束时间', en: 'End' },
  from: { zh: '起点', en: 'From' },
  to: { zh: '终点', en: 'To' },
  place: { zh: '位置', en: 'Place' },
  remark: { zh: '备注', en: 'Remark' },
  loss: { zh: '损耗量', en: 'Loss' },
  lossRate: { zh: '损耗率', en: 'Loss rate' },
  threshold: { zh: '损耗率阈值', en: 'Loss rate threshold' },
  driver: { zh: '驾驶员', en: 'Driver' },
  worked: { zh: '驾驶时长', en: 'Driving time' },
} as const

/** What a dialog says of its alarm, in its order. */
type Fact = readonly [label: string, value: string]

const number = (value: number | null, digits: 2 | 4, unit: string): string =>
  value !== null ? `${shownDecimal(value, digits)} ${unit}` : ''
const time = (value: number | null): string => (value === null ? '' : shownTime(value))

const highLossFacts = ({ signCode, properties }: Alarm): readonly Fact[] => {
  const loss = stored(properties, highLossFact)
  return [
    [text(WORDS.plate), loss.text('signCode') || signCode],
    [text(WORDS.loss), number(loss.number('loss'), 2, 'L')],
    [text(WORDS.lossRate), number(loss.number('lossRate'), 4, '‰')],
    [text(WORDS.threshold), number(loss.number('highLossRateThreshold'), 4, '‰')],
    [text(WORDS.start), time(loss.number('startTime'))],
    [text(WORDS.end), time(loss.number('endTime'))],
    [text(WORDS.from), loss.text('startArea') ?? ''],
    [text(WORDS.to), loss.text('endArea') ?? ''],
  ]
}

const workingHoursFacts = ({ signCode, companyName, startTime, properties }: Alarm): readonly Fact[] => {
  const worked = stored(properties, workingHoursFact)
  const workedS = worked.number('driverWorkingDuration')
  return [
    [text(WORDS.plate), signCode],
    [text(WORDS.organisation), worked.text('companyName') || companyName],
    [text(WORDS.driver), worked.rows('driver')[0]?.text('name') ?? ''],
    [text(WORDS.worked), workedS === null ? '' : shownDuration(workedS * 1000)],
    [text(WORDS.time), shownTime(startTime)],
  ]
}

const emergencyFacts = (alarm: Alarm): readonly Fact[] => [
  [text(WORDS.plate), alarm.signCode],
  [text(WORDS.organisation), alarm.companyName],
  [text(WORDS.time), shownTime(alarm.startTime)],
  [text(WORDS.place), alarm.area || (alarm.lat === null || alarm.lng === null ? '' : `${alarm.lat.toFixed(5)}, ${alarm.lng.toFixed(5)}`)],
  [text(WORDS.remark), alarm.remark],
]

const FACTS = { emergency: emergencyFacts, 'high-loss': highLossFacts, 'working-hours': workingHoursFacts } as const

/** The facts of an alarm's dialog (spec 4.3); what is not known is left out. */
export const alarmFacts = (popUp: keyof typeof FACTS, alarm: Alarm): readonly Fact[] =>
  FACTS[popUp](alarm).filter(([, value]) => value !== '')
