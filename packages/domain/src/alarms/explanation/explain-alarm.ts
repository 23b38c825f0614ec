import type { Text } from '../../texts/text.ts'
import { ALARM } from '../alarm-code.ts'
import { alarmGradeText, type AlarmGrade, THIRD_RED_IS_BLACK } from '../alarm-grade.ts'
import { ALARM_TYPES, alarmType } from '../alarm-type.ts'
import {
  explainEmptied,
  explainEmptyingException,
  explainHighLoss,
  explainLoading,
  explainPrivateDischarge,
  explainUnfinished,
} from './cargo.ts'
import {
  explainCurveSpeeding,
  explainEmergency,
  explainHarshDriving,
  explainOffline,
  explainOverspeed,
  explainParking,
  explainPlain,
  explainSafety,
  explainWorkingHours,
} from './driving.ts'
import {
  explainCargoDevice,
  explainConsoleFault,
  explainClimate,
  explainFenceEdge,
  explainInterrupted,
  explainPowerCut,
  explainPressure,
  explainShutdown,
  explainStorm,
  explainTerminalIdentity,
  explainUnderVoltage,
} from './equipment.ts'
import type { Explain, ExplainedAlarm, Findings } from './explained.ts'
import type { Limit } from './limits.ts'
import { amount, moment } from './phrases.ts'
import { explainApiThreshold, explainBoxDoor, explainSealBreak, explainSealFault, explainUnsealing } from './seals.ts'
import { explainWater } from './water.ts'

/** Why an alarm is one. */
export type Explanation = {
  /** What was seen, a sentence each; the first sums it up. */
  readonly seen: readonly Text[]
  /** What was compared with which limit. */
  readonly limits: readonly Limit[]
  /** Why it has its grade. */
  readonly grade: Text
}

/** Types that say more than their name; types of active safety share one. */
const EXPLAINED: ReadonlyMap<number, Explain> = new Map<number, Explain>([
  ...ALARM_TYPES.filter(({ family }) => family === 'safety').map(({ code }): [number, Explain] => [code, explainSafety]),
  [ALARM.unsealing, explainUnsealing],
  [ALARM.unsealingJournal, explainUnsealing],
  [ALARM.boxDoorOutside, explainBoxDoor],
  [ALARM.sealBreak, explainSealBreak],
  [ALARM.sealFault, explainSealFault],
  [ALARM.apiThreshold, explainApiThreshold],
  [ALARM.highLoss, explainHighLoss],
  [ALARM.privateDischarge, explainPrivateDischarge],
  [ALARM.abnormalLoading, explainLoading],
  [ALARM.unloadingUnfinished, explainUnfinished],
  [ALARM.emptyingUnfinished, explainUnfinished],
  [ALARM.emptied, explainEmptied],
  [ALARM.emptyingException, explainEmptyingException],
  [ALARM.water, explainWater],
  [ALARM.overspeed, explainOverspeed],
  [ALARM.deviceOverspeed, explainOverspeed],
  [ALARM.harshDriving, explainHarshDriving],
  [ALARM.curveSpeeding, explainCurveSpeeding],
  [ALARM.parkingOvertime, explainParking],
  [ALARM.offline, explainOffline],
  [ALARM.workingHours, explainWorkingHours],
  [ALARM.emergency, explainEmergency],
  [ALARM.emergencyButton, explainEmergency],
  [ALARM.powerCut, explainPowerCut],
  [ALARM.underVoltage, explainUnderVoltage],
  [ALARM.consoleFault, explainConsoleFault],
  [ALARM.shutdown, explainShutdown],
  [ALARM.terminalInterrupted, explainInterrupted],
  [ALARM.alarmStorm, explainStorm],
  [ALARM.cargoDevice, explainCargoDevice],
  [ALARM.pressure, explainPressure],
  [ALARM.cabinetClimate, explainClimate],
  [ALARM.fenceEdge, explainFenceEdge],
  [ALARM.terminalIdentity, explainTerminalIdentity],
])

/** Explains an alarm by what its detector wrote and by the thresholds of its truck. Properties of earlier versions may be missing. */
export function explainAlarm(alarm: ExplainedAlarm): Explanation {
  const { seen, limits, grades } = (EXPLAINED.get(alarm.type) ?? explainPlain)(alarm)
  return { seen, limits, grade: whyGrade(alarm, grades) }
}

const both = (first: Text, second: Text): Text => ({ zh: `${first.zh}${second.zh}`, en: `${first.en} ${second.en}` })

function whyGrade(alarm: ExplainedAlarm, grades: Findings['grades']): Text {
  if (alarm.escalatedAt === null) return reasonFor(alarm, alarm.grade, grades)
  const after = amount((alarm.escalatedAt - alarm.insertedAt) / 3_600_000, 'h')
  const at = moment(alarm.escalatedAt, alarm.zone)
  return both(reasonFor(alarm, 'red', grades), {
    zh: `超过 ${after.zh}未处理，${at.zh} 升级为黑色。`,
    en: `It was not handled within ${after.en} and became black at ${at.en}.`,
  })
}

function reasonFor({ type, thresholds }: ExplainedAlarm, grade: AlarmGrade, grades: Findings['grades']): Text {
  const own = grades[grade]
  if (own !== undefined) return own
  if (grade === 'black' && THIRD_RED_IS_BLACK.includes(type))
    return {
      zh: `24 小时内铅封与货物红色报警达到 ${thresholds.blackReds} 条，升级为黑色。`,
      en: `Black: ${thresholds.blackReds} red alarms of seals and cargo within 24 hours.`,
    }
  const { zh, en } = alarmGradeText[grade]
  return alarmType(type)?.grade === grade
    ? { zh: `该类报警默认为${zh}。`, en: `Alarms of this type are ${en.toLowerCase()} by default.` }
    : { zh: `检测规则判为${zh}。`, en: `The detection rules judged it ${en.toLowerCase()}.` }
}
