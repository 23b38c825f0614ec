import type { operationFact } from '@tanker/domain/facts/cargo-facts'
import type { ValueIn } from '@tanker/domain/facts/stored-properties'
import type { Text } from '@tanker/domain/texts/text'

/** Words of the loss reports; those that paper has too stand in `packages/domain/src/loss/loss-words.ts`. */

export const DELIVERY_STATES = {
  transit: { zh: '在途', en: 'In transit' },
  unloading: { zh: '卸油', en: 'Unloading' },
  done: { zh: '完成', en: 'Done' },
  abnormal: { zh: '异常', en: 'Abnormal' },
} as const satisfies Readonly<Record<string, Text>>

export const MATCH_STATES = {
  matched: { zh: '已匹配', en: 'Matched' },
  unmatched: { zh: '未匹配', en: 'Not matched' },
  manual: { zh: '手工', en: 'By hand' },
} as const satisfies Readonly<Record<string, Text>>

export const VOLUME_BASES = {
  v20: { zh: '标准体积 V20', en: 'V20' },
  vt: { zh: '视体积 Vt', en: 'Vt' },
} as const satisfies Readonly<Record<string, Text>>

export const OPERATION_KINDS = {
  loading: { zh: '装油', en: 'Loading' },
  unloading: { zh: '卸油', en: 'Unloading' },
  transfer: { zh: '倒仓', en: 'Transfer' },
  emptying: { zh: '排空', en: 'Emptying' },
} as const satisfies Readonly<Record<ValueIn<typeof operationFact, 'opKind'>, Text>>

export const OPERATION_WAYS = {
  bottom: { zh: '下装', en: 'Bottom loading' },
  top: { zh: '上装', en: 'Top loading' },
  gravity: { zh: '自流', en: 'By gravity' },
  pump: { zh: '泵卸', en: 'By pump' },
} as const satisfies Readonly<Record<ValueIn<typeof operationFact, 'way'>, Text>>

export const SITE_KINDS = {
  depot: { zh: '油库', en: 'Depot' },
  station: { zh: '油站', en: 'Station' },
  park: { zh: '停车场', en: 'Park' },
  repair: { zh: '维修厂', en: 'Repair shop' },
  custom: { zh: '其他围栏', en: 'Other fence' },
} as const satisfies Readonly<Record<string, Text>>

export const RANK_DIMENSIONS = {
  truck: { zh: '车辆', en: 'Truck' },
  organisation: { zh: '组织', en: 'Organisation' },
  driver: { zh: '驾驶员', en: 'Driver' },
  station: { zh: '油站', en: 'Station' },
  depot: { zh: '油库', en: 'Depot' },
} as const satisfies Readonly<Record<string, Text>>

/** Buckets of a level difference, mm: k holds [k − 0.5, k + 0.5), beyond −10 and 10 one each (spec 9). Signed keys keep their order. */
export const LEVEL_BUCKETS: Readonly<Record<string, Text>> = Object.fromEntries(
  Array.from({ length: 23 }, (_, index) => index - 11).map((k) => {
    const text = k < -10 ? '< -10' : k > 10 ? '> 10' : String(k)
    return [`${k < 0 ? '-' : '+'}${String(Math.abs(k)).padStart(2, '0')}`, { zh: text, en: text }]
  }),
)
