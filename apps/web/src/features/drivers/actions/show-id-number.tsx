import { driver } from '@tanker/contract/base-data/driver'
import { baseDataCalls } from '@tanker/contract/endpoints/base-data'
import { useEffect, useState } from 'react'
import { call, CallError } from '../../../platform/calls/call.ts'
import { text } from '../../../platform/language.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'

const WORDS = {
  title: { zh: '证件号码', en: 'ID numbers' },
  ask: {
    zh: '将显示此驾驶员的完整证件号码。您的查看会记入该驾驶员的修改历史。',
    en: 'This shows the full ID numbers of this driver. Viewing them is logged in the driver’s history.',
  },
  show: { zh: '显示', en: 'Show' },
  close: { zh: '关闭', en: 'Close' },
  none: { zh: '未填写', en: 'not given' },
  failed: { zh: '读取失败，请重试', en: 'They could not be read. Please try again' },
} as const

type Numbers = { readonly idNumber: string; readonly qualification: string }

/** The whole numbers of one driver, read when the user asks for them and forgotten with the dialog. */
const ShowIdNumber = ({ row, onClose }: ActionProps) => {
  const [numbers, setNumbers] = useState<Numbers | null>(null)
  const [asked, setAsked] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const id = Number(idOf(row))
  useEffect(() => {
    if (!asked) return
    call(baseDataCalls.driverIdNumber, { id }, { purpose: 'silent' }).then(setNumbers, (failure: unknown) => {
      setProblem(failure instanceof CallError ? failure.message : text(WORDS.failed))
      setAsked(false)
    })
  }, [asked, id])
  const { idNumber, qualification } = driver.fields
  return (
    <Dialog
      className="entity-dialog"
      title={`${text(WORDS.title)} · ${String(row['name'] ?? '')}`}
      onEscape={onClose}
      actions={
        <>
          <button className="button" data-first onClick={onClose}>
            {text(WORDS.close)}
          </button>
          {numbers === null && (
            <button className="button button-primary" disabled={asked} onClick={() => setAsked(true)}>
              {text(WORDS.show)}
            </button>
          )}
        </>
      }
    >
      {numbers === null && <p>{text(WORDS.ask)}</p>}
      {problem !== null && <p role="alert">{problem}</p>}
      {numbers !== null && (
        <dl className="facts">
          <div className="fact">
            <dt>{text(idNumber.label)}</dt>
            <dd>{numbers.idNumber || text(WORDS.none)}</dd>
          </div>
          <div className="fact">
            <dt>{text(qualification.label)}</dt>
            <dd>{numbers.qualification || text(WORDS.none)}</dd>
          </div>
        </dl>
      )}
    </Dialog>
  )
}

export default opens(ShowIdNumber)
