import { RESULT } from '@tanker/contract/envelope'
import type { Text } from '@tanker/domain/texts/text'
import { Refusal } from '../platform/http/refusal.ts'

/** Refusals of changes to base data. */
export const baseDataErrors = {
  rowsRefused: (count: number, data: unknown) =>
    new Refusal(
      'rows-refused',
      RESULT.badRequest,
      {
        zh: `有 ${count} 处错误，全部数据未保存，请修改后重新提交。`,
        en: `Nothing was kept because of ${count} ${count === 1 ? 'problem' : 'problems'}. Please correct them and send again.`,
      },
      { data },
    ),
  /** `data` has the current row and who changed it. */
  rowChanged: (data: { readonly current: unknown; readonly by: string }) =>
    new Refusal(
      'changed-by-another',
      RESULT.conflict,
      {
        zh: `${data.by === '' ? '他人' : data.by}刚刚修改了该记录，您的修改尚未保存。`,
        en: `${data.by === '' ? 'Someone else' : data.by} has just changed this row. Your changes are not saved yet.`,
      },
      { data },
    ),
  stillReferredTo: (references: readonly { readonly what: Text; readonly names: readonly string[] }[]) => {
    const names = (language: 'zh' | 'en', between: string) =>
      references.map((one) => `${one.what[language]}${one.names.length === 0 ? '' : ` ${one.names.join(between)}`}`).join(between)
    return new Refusal('still-referred-to', RESULT.conflict, {
      zh: `不能删除，仍被引用：${names('zh', '、')}。可改为停用。`,
      en: `It cannot be deleted, because it is still used by: ${names('en', ', ')}. You may disable it instead.`,
    })
  },
} as const
