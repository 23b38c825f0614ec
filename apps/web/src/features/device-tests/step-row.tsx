import type { TestStep } from '@tanker/contract/device-tests'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { text } from '../../platform/language.ts'
import { shownTime } from '../../platform/shown-values.ts'
import { fullName, stateName } from './step-groups.ts'
import { StepDialog } from './step-dialog.tsx'

const WORDS = {
  pass: { zh: '合格', en: 'Pass' },
  fail: { zh: '不合格', en: 'Fail' },
  skip: { zh: '不适用', en: 'Not applicable' },
  undo: { zh: '撤销判定', en: 'Undo' },
  dip: { zh: '油尺液位', en: 'Dip stick' },
  enter: { zh: '录入', en: 'Enter' },
} as const

/** What is sent for a step besides its key. */
export type Entered = {
  readonly verdict: 'passed' | 'failed' | 'not-applicable' | 'none'
  readonly remark?: string
  readonly dipMm?: number
}

type StepRowProps = {
  readonly step: TestStep
  readonly isOver: boolean
  /** Answers whether it was kept; null where nothing can be entered. */
  readonly onEnter: ((entered: Entered) => Promise<boolean>) | null
}

/** One step: what is expected, what was seen and when, and what a person has to say. */
export const StepRow = ({ step, isOver, onEnter }: StepRowProps) => {
  const [asked, setAsked] = useState<'failed' | 'not-applicable' | null>(null)
  const [busy, setBusy] = useState(false)
  const actions = useRef<HTMLSpanElement>(null)
  const hasEntered = useRef(false)
  const enter = async (entered: Entered): Promise<void> => {
    if (!onEnter) return
    setBusy(true)
    if (await onEnter(entered)) setAsked(null)
    hasEntered.current = true
    setBusy(false)
  }
  // The button that was pressed has given way to another: who works by keyboard goes on in this row.
  useEffect(() => {
    if (busy || !hasEntered.current) return
    hasEntered.current = false
    if (document.activeElement === document.body) actions.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [busy])
  const named = (word: { readonly zh: string; readonly en: string }) => `${text(word)} ${fullName(step)}`
  return (
    <li className="test-step" data-state={step.state} data-step={step.key}>
      <b className="test-state">{stateName(step, isOver)}</b>
      <span className="test-name">{step.name}</span>
      <span className="test-expected">{step.expected}</span>
      <span className="test-actual">
        {step.actual}
        {step.remark !== '' && <em>{step.remark}</em>}
        {step.at !== null && <time dateTime={step.at}>{shownTime(step.at)}</time>}
      </span>
      {onEnter && (
        <span className="test-actions" ref={actions}>
          {step.judgedBy === 'dip' && step.verdict === null && (
            <DipField label={named(WORDS.dip)} held={step.dipMm} busy={busy} onEnter={(dipMm) => void enter({ verdict: 'none', dipMm })} />
          )}
          {step.verdict !== null ? (
            <button type="button" className="cell-button" disabled={busy} onClick={() => void enter({ verdict: 'none' })}>
              {text(WORDS.undo)}
            </button>
          ) : (
            <>
              {step.judgedBy === 'person' && (
                <button
                  type="button"
                  className="button"
                  disabled={busy}
                  aria-label={named(WORDS.pass)}
                  onClick={() => void enter({ verdict: 'passed' })}
                >
                  {text(WORDS.pass)}
                </button>
              )}
              <button
                type="button"
                className={step.judgedBy === 'person' ? 'button' : 'cell-button'}
                aria-label={named(WORDS.fail)}
                onClick={() => setAsked('failed')}
              >
                {text(WORDS.fail)}
              </button>
              {step.state !== 'passed' && (
                <button type="button" className="cell-button" aria-label={named(WORDS.skip)} onClick={() => setAsked('not-applicable')}>
                  {text(WORDS.skip)}
                </button>
              )}
            </>
          )}
        </span>
      )}
      {asked && (
        <StepDialog
          title={named(asked === 'failed' ? WORDS.fail : WORDS.skip)}
          busy={busy}
          onSave={(remark) => void enter({ verdict: asked, remark })}
          onCancel={() => setAsked(null)}
        />
      )}
    </li>
  )
}

/** As the server takes it. */
const highestMm = 9_999

type DipFieldProps = {
  readonly label: string
  readonly held: number | null
  readonly busy: boolean
  readonly onEnter: (dipMm: number) => void
}

/** The level off the dip stick, in mm, to be held against the gauge. */
const DipField = ({ label, held, busy, onEnter }: DipFieldProps) => {
  const [typed, setTyped] = useState(held === null ? '' : String(held))
  const dipMm = Number(typed)
  const isLevel = typed.trim() !== '' && dipMm >= 0 && dipMm <= highestMm
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (isLevel) onEnter(dipMm)
  }
  return (
    <form className="test-dip" noValidate onSubmit={submit}>
      <input
        className="field"
        type="number"
        inputMode="decimal"
        min={0}
        max={highestMm}
        step={0.1}
        aria-label={`${label} (mm)`}
        placeholder={text(WORDS.dip)}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      mm
      <button type="submit" className="button" disabled={busy || !isLevel}>
        {text(WORDS.enter)}
      </button>
    </form>
  )
}
