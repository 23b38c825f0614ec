import { DEVICE_TEST_STATES, resultOf } from '@tanker/domain/devices/device-test'
import { useId, useState } from 'react'
import { text } from '../../platform/language.ts'
import { AskingDialog } from '../../platform/ui/asking-dialog.tsx'
import { fullName, stateName, type Steps, unsettled } from './step-groups.ts'

const WORDS = {
  title: { zh: '结束检测', en: 'End test' },
  remark: { zh: '备注', en: 'Remark' },
  cancel: { zh: '继续检测', en: 'Continue testing' },
  end: { zh: '结束检测', en: 'End test' },
  final: { zh: '结束后生成报告编号，不能再修改。', en: 'The test gets its report number and cannot be changed afterwards.' },
  missing: { zh: '未通过的检测项：', en: 'Steps that are not passed:' },
} as const

const ends = (result: 'passed' | 'failed'): string => {
  const { zh, en } = DEVICE_TEST_STATES[result]
  return text({ zh: `检测将以“${zh}”结束。`, en: `The test ends as: ${en.toLowerCase()}.` })
}

type EndTestDialogProps = { readonly steps: Steps; readonly onEnd: (remark: string) => Promise<void>; readonly onCancel: () => void }

/** What a test ends as, before it does. */
export const EndTestDialog = ({ steps, onEnd, onCancel }: EndTestDialogProps) => {
  const id = useId()
  const [remark, setRemark] = useState('')
  const [busy, setBusy] = useState(false)
  const left = unsettled(steps)
  const end = (): void => {
    setBusy(true)
    void onEnd(remark.trim())
  }
  return (
    <AskingDialog
      title={text(WORDS.title)}
      cancel={text(WORDS.cancel)}
      confirm={text(WORDS.end)}
      busy={busy}
      onCancel={onCancel}
      onConfirm={end}
    >
      <p>
        <b>{ends(resultOf(steps))}</b> {text(WORDS.final)}
      </p>
      {left.length > 0 && (
        <>
          <p>{text(WORDS.missing)}</p>
          <ul className="test-missing" tabIndex={0}>
            {left.map((step) => (
              <li key={step.key}>
                {fullName(step)} · {stateName(step, true)}
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="dialog-form">
        <label htmlFor={`${id}-remark`}>{text(WORDS.remark)}</label>
        <input id={`${id}-remark`} className="field" maxLength={200} value={remark} onChange={({ target }) => setRemark(target.value)} />
      </div>
    </AskingDialog>
  )
}
