import type { LedgerEntry } from '@tanker/contract/level-trend'
import type { Text } from '@tanker/domain/texts/text'

/** What an entry of the litre ledger is called. */
export const ENTRY_TEXTS: Readonly<Record<LedgerEntry['entry'], Text>> = {
  loading: { zh: '装油', en: 'Loading' },
  unloading: { zh: '卸油', en: 'Unloading' },
  'transfer-in': { zh: '倒仓转入', en: 'Transfer in' },
  'transfer-out': { zh: '倒仓转出', en: 'Transfer out' },
  residue: { zh: '余油', en: 'Residue' },
  temperature: { zh: '温度变化', en: 'Temperature' },
  drain: { zh: '排放', en: 'Drained' },
  unexplained: { zh: '不明差量', en: 'Unexplained' },
  gauge: { zh: '液位仪跳变', en: 'Gauge jumped' },
  restated: { zh: '计量变更', en: 'Measured another way' },
  measurement: { zh: '测量误差', en: 'Within measuring error' },
}
