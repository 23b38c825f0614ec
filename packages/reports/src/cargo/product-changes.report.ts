import { openCurve, openDetail } from '@tanker/contract/actions/row-details'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { productChangeFact } from '@tanker/domain/facts/cargo-facts'
import { MIX_RISKS, PRODUCT_CHANGED_BY } from '../cargo-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, compartment, compartments, litres, oneOf, place, product, time } from '../kinds.ts'
import { recordFilters, recordRow, recordsOf, truckColumns } from '../record-columns.ts'

const change = propertiesIn('record', productChangeFact)

const filters = recordFilters({
  compartment: compartments(),
  by: oneOf({ zh: '换品来源', en: 'Changed by' }, PRODUCT_CHANGED_BY),
  risk: oneOf({ zh: '混油风险', en: 'Risk of mixing' }, MIX_RISKS),
})

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  recordsOf(db, productChangeFact, asked)
    .where(among(change.number('compartment'), asked.compartment))
    .where(among(change.text('by'), asked.by))
    .where(among(change.text('mixRisk'), asked.risk))
    .select([
      ...recordRow,
      change.number('compartment').as('compartment'),
      change.number('oldOilCode').as('old'),
      change.number('newOilCode').as('new'),
      change.number('residueL').as('residue'),
      change.text('by').as('by'),
      change.text('mixRisk').as('risk'),
    ])

export default defineReport({
  path: 'cargo_monitor/event_report/switch_variety',
  title: { zh: '换品记录', en: 'Product changes' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    startedAt: time({ zh: '时间', en: 'Time' }),
    compartment: compartment(),
    old: product({ zh: '原油品', en: 'Old product' }),
    new: product({ zh: '新油品', en: 'New product' }),
    residue: litres({ zh: '换品时余油', en: 'Residue' }),
    risk: choice({ zh: '混油风险', en: 'Risk of mixing' }, MIX_RISKS),
    by: choice({ zh: '换品来源', en: 'Changed by' }, PRODUCT_CHANGED_BY),
    place: place({ zh: '位置', en: 'Place' }),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [openDetail, openCurve],
  rowIs: 'record',
})
