import { alarmCalls } from '@tanker/contract/endpoints/alarms'
import { EXCEPTION_TYPES, HANDLE_RESULTS } from '@tanker/domain/alarms/handling'
import type { Text } from '@tanker/domain/texts/text'
import { useId, useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { text } from '../../../platform/language.ts'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'
import { FormDialog, InputField, RadioField } from '../../../platform/ui/form-dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { type Verdict, verdicts } from '../verdicts.ts'

const WORDS = {
  title: { zh: '处理报警', en: 'Handle alarms' },
  result: { zh: '处理结果', en: 'Result' },
  exception: { zh: '异常类型', en: 'Exception type' },
  confirm: { zh: '是否异常', en: 'Confirmation' },
  needBoth: { zh: '请选择处理结果和异常类型', en: 'Please enter a result and an exception type' },
  choose: { zh: '请选择', en: 'Please choose' },
  ownWords: { zh: '可选择，也可自行填写', en: 'Choose one or enter your own' },
  remark: { zh: '备注', en: 'Remark' },
  optional: { zh: '选填', en: 'optional' },
  save: { zh: '提交', en: 'Submit' },
  saved: { zh: '处理成功', en: 'Handled' },
} as const

const EXCEPTIONS: Record<'human' | 'fence' | 'positioning' | 'equipment', Text> = {
  human: EXCEPTION_TYPES.human,
  fence: EXCEPTION_TYPES.fence,
  positioning: EXCEPTION_TYPES.positioning,
  equipment: EXCEPTION_TYPES.equipment,
}

const count = (alarms: number): Text => ({ zh: `共 ${alarms} 条`, en: alarms === 1 ? '1 alarm' : `${alarms} alarms` })

/** Spec 4.5, 5.4: result and exception type are both required. */
const HandleDialog = ({ view, rows, onDone, onClose }: ActionProps) => {
  const id = useId()
  const [result, setResult] = useState('')
  const [exceptionType, setExceptionType] = useState<keyof typeof EXCEPTIONS | ''>('')
  const [confirm, setConfirm] = useState<Verdict>('confirmed')
  const [remark, setRemark] = useState('')

  const save = async (): Promise<void> => {
    if (exceptionType === '') return
    await call(
      alarmCalls.handle,
      { alarmIds: rows.map(idOf).join(','), handleResult: result.trim(), exceptionType, confirm, remark: remark.trim() || null },
      { purpose: 'action' },
    )
    toast('success', text(WORDS.saved))
    onDone()
  }

  return (
    <FormDialog
      title={text(WORDS.title)}
      count={text(count(rows.length))}
      submit={text(WORDS.save)}
      check={() => (result.trim() === '' || exceptionType === '' ? text(WORDS.needBoth) : null)}
      onSubmit={save}
      onCancel={onClose}
    >
      <InputField
        label={text(WORDS.result)}
        list={`${id}-results`}
        maxLength={500}
        required
        first
        placeholder={text(WORDS.ownWords)}
        value={result}
        onChange={setResult}
      />
      <datalist id={`${id}-results`}>
        {Object.entries(HANDLE_RESULTS).map(([key, words]) => (
          <option key={key} value={text(words)}>
            {text(words)}
          </option>
        ))}
      </datalist>
      <label htmlFor={`${id}-exception`}>{text(WORDS.exception)}</label>
      <select
        id={`${id}-exception`}
        className="field"
        required
        value={exceptionType}
        onChange={(event) => setExceptionType(event.target.value as typeof exceptionType)}
      >
        <option value="">{text(WORDS.choose)}</option>
        {Object.entries(EXCEPTIONS).map(([key, words]) => (
          <option key={key} value={key}>
            {text(words)}
          </option>
        ))}
      </select>
      <RadioField label={text(WORDS.confirm)} choices={verdicts()} value={confirm} onChange={setConfirm} />
      <InputField
        // As the column that shows it: of active safety it says how the driver was coached.
        label={view.columns.find(({ name }) => name === 'handleRemark')?.label ?? text(WORDS.remark)}
        maxLength={500}
        placeholder={text(WORDS.optional)}
        value={remark}
        onChange={setRemark}
      />
    </FormDialog>
  )
}

export default opens(HandleDialog)
