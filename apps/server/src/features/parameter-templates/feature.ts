import { parameterTemplate } from '@tanker/contract/base-data/parameter-template'
import { plainTable } from '../../base-data/plain-table.ts'
import type { Feature } from '../feature.ts'
import { parameterTemplateRoutes } from './parameter-template-routes.ts'

/** Sets of terminal parameters under a name. */
export const parameterTemplates: Feature = {
  routes: parameterTemplateRoutes,
  entities: [plainTable(parameterTemplate, { table: 'parameter_template' })],
}
