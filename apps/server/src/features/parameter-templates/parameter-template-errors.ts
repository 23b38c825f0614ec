import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

export const parameterTemplateErrors = {
  disabled: () =>
    new Refusal('parameter-template-disabled', RESULT.conflict, {
      zh: '该模板已停用，不能下发。',
      en: 'This template is disabled and cannot be sent.',
    }),
  changed: () =>
    new Refusal('parameter-template-changed', RESULT.conflict, {
      zh: '该模板已被其他用户修改，请重新打开。',
      en: 'Another user has changed this template. Please open it again.',
    }),
} as const
