import { entityOf } from '@tanker/contract/base-data/all-entities'
import type { Entity } from '@tanker/contract/base-data/define-entity'
import { organisationCalls } from '@tanker/contract/endpoints/organisations'
import type { ReportView } from '@tanker/contract/report-view'
import { invalidate } from '../platform/calls/use-endpoint.ts'
import { readSession } from '../platform/calls/session.ts'
import type { Row } from '../report/actions.ts'
import './base-data.css'
import { firstValues } from './form-values.ts'
import { rowName } from './row-name.ts'

/** The entity of a list of base data. */
export function entityIn({ entity: key, path }: ReportView): Entity {
  const entity = entityOf(key ?? '')
  if (!entity) throw new Error(`${path} is no list of base data`)
  return entity
}

/** What people call the row. */
export const nameIn = (entity: Entity, row: Row): string => rowName(row[entity.nameField])

/** Trees of organisations are on many screens; those hidden behind a tab are loaded again when shown. */
export function organisationsChanged({ key }: Entity): void {
  if (key === 'organisation') void invalidate(organisationCalls.list)
}

/** What a form of this entity starts with. */
export const firstOf = (entity: Entity) => firstValues(entity, readSession().userInfo.organisationId)
