import { parameterTemplateCalls } from '@tanker/contract/endpoints/parameter-templates'
import { useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { useEndpoint } from '../../../platform/calls/use-endpoint.ts'
import { text } from '../../../platform/language.ts'
import { FormDialog } from '../../../platform/ui/form-dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'
import { ChosenParameters, problemWith, type TypedValues } from '../chosen-parameters.tsx'

const WORDS = {
  title: { zh: '模板参数', en: 'Parameters of the template' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  submit: { zh: '保存', en: 'Save' },
  saved: { zh: '已保存', en: 'Saved' },
} as const

/** What a template holds, changed as a form of the catalogue. */
const TemplateDialog = ({ row, onClose, onDone }: ActionProps) => {
  const templateId = idOf(row)
  const held = useEndpoint(parameterTemplateCalls.read, { templateId }, { purpose: 'action', staleTime: 0 }).data
  const [typed, setTyped] = useState<TypedValues | null>(null)
  const [isTried, setIsTried] = useState(false)
  const values = typed ?? held?.values ?? {}
  const check = (): string | null => {
    setIsTried(true)
    const problem = problemWith(values)
    return problem && text(problem)
  }
  const save = async (): Promise<void> => {
    const changed = { templateId, values: JSON.stringify(values), version: held?.version ?? 0 }
    await call(parameterTemplateCalls.change, changed, { purpose: 'action' })
    toast('success', text(WORDS.saved))
    onDone()
  }
  return (
    <FormDialog
      title={text(WORDS.title)}
      count={held?.name ?? ''}
      submit={text(WORDS.submit)}
      check={check}
      onSubmit={save}
      onCancel={onClose}
      className="parameter-dialog"
      busy={held === undefined}
      own
    >
      {held === undefined ? (
        <p className="waiting" aria-busy="true">
          {text(WORDS.loading)}
        </p>
      ) : (
        <ChosenParameters values={values} isTried={isTried} onChange={setTyped} />
      )}
    </FormDialog>
  )
}

export default opens(TemplateDialog)
