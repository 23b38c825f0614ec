import { entityCalls } from '@tanker/contract/endpoints/base-data'
import { call, CallError } from '../platform/calls/call.ts'
import { text } from '../platform/language.ts'
import { toast } from '../platform/ui/toast.ts'
import { type ActionProps, idOf, runs } from '../report/actions.ts'
import { entityIn, organisationsChanged } from './entity-in-view.ts'

const WORDS = {
  enabled: { zh: '已改为启用', en: 'Changed to Enable' }, // spec 4.5
  disabled: { zh: '已改为停用', en: 'Changed to Disable' },
  switchFailed: { zh: '修改失败', en: 'Modification failed' },
} as const

/** Enables or disables the row. */
export const switchTo = (status: 'enabled' | 'disabled') =>
  runs(async ({ view, row, onChanged }: ActionProps): Promise<void> => {
    const entity = entityIn(view)
    try {
      await call(entityCalls(entity).setStatus, { id: idOf(row), status }, { purpose: 'silent' })
      toast('success', text(WORDS[status]))
      organisationsChanged(entity)
      onChanged()
    } catch (failure) {
      toast('error', `${text(WORDS.switchFailed)}${failure instanceof CallError ? text({ zh: '：', en: ': ' }) + failure.message : ''}`)
    }
  })
