import type { Text } from '@tanker/domain/texts/text'
import { defineEntity, type FieldProblems } from './define-entity.ts'
import {
  choiceField,
  clockField,
  dayField,
  organisationField,
  placeField,
  statusField,
  textField,
  truckField,
  wholeOrNoneField,
} from './fields.ts'

/** Where an exemption holds. */
export const EXEMPT_PLACES = {
  station: { zh: '油站', en: 'Station' },
  depot: { zh: '油库', en: 'Depot' },
  park: { zh: '停车场', en: 'Parking lot' },
  any: { zh: '任何地点', en: 'Anywhere' },
} as const satisfies Readonly<Record<string, Text>>
type ExemptPlace = keyof typeof EXEMPT_PLACES

/** Longest validity: what is needed for longer is reviewed and entered again. */
const LONGEST_DAYS = 366
const DAY_MS = 86_400_000

const ORDER: Text = { zh: '有效期至不能早于开始日期。', en: 'The last day must not be before the first day.' }
const TOO_LONG: Text = {
  zh: `有效期最长 ${LONGEST_DAYS} 天，到期后请重新确认。`,
  en: `An exemption holds for at most ${LONGEST_DAYS} days; please enter it again when it ends.`,
}
const BOTH: Text = { zh: '每日时段的开始和结束须同时填写，且不能相同。', en: 'Enter a start and a different end of the daily hours.' }
const WHICH_PLACE: Text = { zh: '请选择场所。', en: 'Please choose the place.' }
const NO_PLACE: Text = { zh: '“任何地点”不需要选择场所，请清除。', en: 'Anywhere has no place; please clear the place.' }
const TOO_WIDE: Text = {
  zh: '请选择车辆、场所或每日时段：不能让全部车辆随时随地免判。',
  en: 'Please choose a truck, a place or daily hours: not every truck can be exempt anywhere at any time.',
}

type Checked = {
  readonly truckId: number | null
  readonly kind: ExemptPlace
  readonly placeId: number | null
  readonly fromOn: string | null
  readonly untilOn: string | null
  readonly clockFrom: string
  readonly clockTo: string
}

function problemsOf({ truckId, kind, placeId, fromOn, untilOn, clockFrom, clockTo }: Checked): FieldProblems {
  const days = (Date.parse(untilOn ?? '') - Date.parse(fromOn ?? '')) / DAY_MS
  if (days < 0) return { untilOn: ORDER }
  if (days >= LONGEST_DAYS) return { untilOn: TOO_LONG }
  if ((clockFrom === '') !== (clockTo === '') || (clockFrom !== '' && clockFrom === clockTo)) return { clockTo: BOTH }
  if (kind !== 'any' && placeId === null) return { placeId: WHICH_PLACE }
  if (kind === 'any' && placeId !== null) return { placeId: NO_PLACE }
  return kind === 'any' && truckId === null && clockFrom === '' ? { truckId: TOO_WIDE } : {}
}

/** Openings that are not abnormal: at a place, of a truck, at a time of the day, for a reason and until a day. */
export const exemption = defineEntity({
  path: 'setting/alarm_threshold/no_abnormal',
  key: 'exemption',
  name: { zh: '免异常规则', en: 'Exemption' },
  fields: {
    reason: textField({ label: { zh: '原因', en: 'Reason' }, required: true, max: 100, example: '探头检修' }),
    organisationId: organisationField(),
    truckId: truckField({
      label: { zh: '车辆', en: 'Truck' },
      hint: { zh: '不选则适用于该组织及下级的全部车辆', en: 'None: all trucks of the organisation and below' },
    }),
    kind: choiceField<ExemptPlace>({ label: { zh: '地点', en: 'Where' }, choices: EXEMPT_PLACES, unlessGiven: 'any' }),
    placeId: placeField({ label: { zh: '场所', en: 'Place' }, kindField: 'kind' }),
    compartment: wholeOrNoneField({
      label: { zh: '仓号', en: 'Compartment' },
      hint: { zh: '不填表示全部', en: 'Empty: all' },
      min: 1,
      max: 10,
      example: '1',
    }),
    fromOn: dayField({ label: { zh: '开始日期', en: 'First day' }, required: true, example: '2026-01-05' }),
    untilOn: dayField({ label: { zh: '有效期至', en: 'Last day' }, required: true, example: '2026-01-31' }),
    clockFrom: clockField({
      label: { zh: '每日开始', en: 'Daily from' },
      hint: { zh: '车辆当地时间，不填表示全天', en: 'Local time of the truck; empty: all day' },
      example: '08:00',
    }),
    clockTo: clockField({ label: { zh: '每日结束', en: 'Daily to' }, example: '18:00' }),
    status: statusField(),
  },
  unique: [],
  nameField: 'reason',
  takesSheets: false,
  check: problemsOf,
})
