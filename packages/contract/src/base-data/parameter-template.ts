import type { Text } from '@tanker/domain/texts/text'
import { applyTemplate, setTemplateValues } from '../actions/parameter-templates.ts'
import { defineEntity } from './define-entity.ts'
import { organisationField, statusField, textField } from './fields.ts'

const TAKEN: Text = { zh: '该名称已被使用。', en: 'This name is already used.' }

/** A set of terminal parameters under a name. Its values are no field: they are set by an action, as a form of the catalogue. */
export const parameterTemplate = defineEntity({
  path: 'setting/alarm_threshold/remote_template',
  key: 'parameter_template',
  name: { zh: '远程模板', en: 'Parameter template' },
  fields: {
    name: textField({ label: { zh: '模板名称', en: 'Name' }, required: true, max: 80, example: '节省流量' }),
    organisationId: organisationField(),
    remark: textField({ label: { zh: '备注', en: 'Remark' }, max: 200, example: '停驶车辆' }),
    status: statusField(),
  },
  unique: [{ field: 'name', text: TAKEN }],
  takesSheets: false,
  actions: [setTemplateValues, applyTemplate],
})
