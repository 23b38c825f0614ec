import { parameterTemplateCalls } from '@tanker/contract/endpoints/parameter-templates'
import { changerOf } from '../../platform/changes/record-change.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { applyTemplate, changeTemplate, templateOf } from './parameter-templates.ts'

export const parameterTemplateRoutes = ({ bus, now }: HttpParts): Route[] => [
  handle(parameterTemplateCalls.read, async ({ input, db }) => {
    const { name, values, version } = await templateOf(db, input.templateId)
    return { name, values, version }
  }),
  handle(parameterTemplateCalls.change, async ({ input, db, user }) => {
    await changeTemplate(db, input, changerOf(user, now()))
    return null
  }),
  handle(parameterTemplateCalls.apply, async ({ input, db, user }) => {
    const trucks = await applyTemplate(db, input, changerOf(user, now()))
    bus.publish('commands', '')
    return { trucks }
  }),
]
