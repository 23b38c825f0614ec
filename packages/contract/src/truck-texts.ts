import type { Text } from '@tanker/domain/texts/text'
import { z } from 'zod'
import { formNumber, idList, oneLine } from './input-bounds.ts'

/** Characters of a text to a truck: what the display of a terminal shows at once, and half of what JT/T 808 allows. */
export const MAX_TRUCK_TEXT = 200
/** Texts that wait for one truck. */
export const MAX_WAITING_TEXTS = 10
/** Recent texts that the dialog offers again. */
export const MAX_OFFERED_TEXTS = 12
/** Minutes until a text that did not reach its truck is of no use any more. */
export const TEXT_VALIDITY_MIN = { least: 1, most: 1_440, usual: 60 } as const

const yesNo = z.enum(['yes', 'no'])

/** POST /truckTexts: a text for one or several trucks. */
export const truckTextsSent = z.object({
  truckIds: idList,
  text: oneLine.trim().min(1).max(MAX_TRUCK_TEXT),
  urgent: yesNo.default('no'),
  /** Shown on the display of the terminal. */
  show: yesNo.default('yes'),
  /** Read out to the driver. */
  speak: yesNo.default('yes'),
  validMin: formNumber(z.number().int().min(TEXT_VALIDITY_MIN.least).max(TEXT_VALIDITY_MIN.most)).default(TEXT_VALIDITY_MIN.usual),
})

/** POST /truckTexts/stop: texts that have not reached their trucks. */
export const truckTextsStopped = z.object({ textIds: idList })

/** What dispatchers write to drivers most. */
export const USUAL_TEXTS: readonly Text[] = [
  { zh: '请减速行驶，注意安全', en: 'Please slow down' },
  { zh: '您已连续驾驶较久，请就近停车休息', en: 'You have driven for long; please stop and rest' },
  { zh: '请尽快与调度联系', en: 'Please call the dispatcher' },
  { zh: '途中禁止打开舱口和阀门', en: 'Do not open covers or valves on the way' },
  { zh: '前方路段拥堵，请绕行', en: 'Congestion ahead; please take another road' },
  { zh: '天气恶劣，请注意防滑、保持车距', en: 'Bad weather: keep your distance' },
  { zh: '卸油点有变，请等待通知', en: 'The unloading place has changed; please wait' },
  { zh: '请检查车载终端和电源', en: 'Please check the terminal and its power' },
]
