import { namedViewCalls } from '@tanker/contract/endpoints/named-views'
import { MAX_VIEW_NAME, type ViewContent } from '@tanker/contract/named-views'
import { useState } from 'react'
import { call } from '../platform/calls/call.ts'
import { invalidate } from '../platform/calls/use-endpoint.ts'
import { text } from '../platform/language.ts'
import { FormDialog, InputField, RadioField } from '../platform/ui/form-dialog.tsx'

const WORDS = {
  title: { zh: '另存为视图', en: 'Save as a view' },
  submit: { zh: '保存', en: 'Save' },
  name: { zh: '名称', en: 'Name' },
  period: { zh: '时间', en: 'Period' },
  noName: { zh: '请填写名称', en: 'Please enter a name' },
} as const

type SaveViewDialogProps = {
  readonly report: string
  /** Of the view that is shown. */
  readonly name: string
  readonly moving: { readonly name: string; readonly fixed: string } | null
  readonly contentNow: (moving: boolean, kept: ViewContent | null) => ViewContent
  readonly onSaved: (id: number) => void
  readonly onCancel: () => void
}

/** Asks for the name of a new view; where its period has a name, whether it moves with the calendar. */
export const SaveViewDialog = ({ report, name: first, moving, contentNow, onSaved, onCancel }: SaveViewDialogProps) => {
  const [name, setName] = useState(first)
  const [period, setPeriod] = useState<'moving' | 'fixed'>('moving')
  return (
    <FormDialog
      title={text(WORDS.title)}
      submit={text(WORDS.submit)}
      check={() => (name.trim() === '' ? text(WORDS.noName) : null)}
      onCancel={onCancel}
      onSubmit={async () => {
        const content = JSON.stringify(contentNow(period === 'moving', null))
        const { id } = await call(namedViewCalls.add, { report, name: name.trim(), content }, { purpose: 'action' })
        await invalidate(namedViewCalls.list)
        onSaved(id)
      }}
    >
      <InputField label={text(WORDS.name)} value={name} onChange={setName} maxLength={MAX_VIEW_NAME} autoComplete="off" first />
      {moving && (
        <RadioField
          label={text(WORDS.period)}
          choices={{
            moving: text({ zh: `${moving.name}（随日期变化）`, en: `${moving.name}, moving with the date` }),
            fixed: text({ zh: `固定：${moving.fixed}`, en: `Always ${moving.fixed}` }),
          }}
          value={period}
          onChange={setPeriod}
        />
      )}
    </FormDialog>
  )
}
