import { exemption } from '@tanker/contract/base-data/exemption'
import { perRow } from '../../base-data/entity-table.ts'
import { placeProblems } from '../../base-data/place-problems.ts'
import { plainTable } from '../../base-data/plain-table.ts'
import type { Feature } from '../feature.ts'

/** Openings that people declare normal beforehand. */
export const exemptions: Feature = {
  entities: [{ ...plainTable(exemption, { table: 'exemption' }), validate: perRow(placeProblems) }],
}
