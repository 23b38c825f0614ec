import { alarmCalls } from '@tanker/contract/endpoints/alarms'
import { CONFIRM_STATES, EXCEPTION_TYPES, HANDLE_RESULTS } from '@tanker/domain/alarms/handling'
import type { Text } from '@tanker/domain/texts/text'
import { type KeyboardEvent, type ReactNode, type Ref, type SubmitEvent, useId, useImperativeHandle, useRef, useState } from 'react'
import { call } from '../../platform/calls/call.ts'
import { text } from '../../platform/language.ts'
import { type Handling, keepDraft, NOTHING, readDraft } from './handling-drafts.ts'

const WORDS = {
  title: { zh: '处理', en: 'Handle' },
  result: { zh: '处理结果', en: 'Result' },
  ownWords: { zh: '或自行填写', en: 'or your own words' },
  exception: { zh: '异常类型', en: 'Exception type' },
  confirm: { zh: '是否异常', en: 'Confirmation' },
  remark: { zh: '备注', en: 'Remark' },
  remarkHint: { zh: '选填', en: 'optional' },
  needBoth: { zh: '请选择处理结果和异常类型', en: 'Please choose a result and an exception type' },
  submit: { zh: '提交', en: 'Submit' },
} as const

const RESULTS: readonly Text[] = Object.values(HANDLE_RESULTS)
const EXCEPTIONS = Object.entries(EXCEPTION_TYPES) as readonly (readonly [keyof typeof EXCEPTION_TYPES, Text])[]
const CONFIRMS = ['confirmed', 'non-abnormal'] as const

/** A false alarm is nothing abnormal; what was dealt with is. Both can be changed afterwards. */
export const withResult = (before: Handling, result: string): Handling => ({
  ...before,
  result,
  confirm: result === text(HANDLE_RESULTS['false-alarm']) ? 'non-abnormal' : 'confirmed',
})

/** The choice that a digit stands for: results from 1 on, exception types after them. */
export const withDigit = (before: Handling, key: string): Handling | null => {
  const at = /^[1-9]$/.test(key) ? Number(key) - 1 : -1
  const result = RESULTS[at]
  if (result) return withResult(before, text(result))
  const exception = EXCEPTIONS[at - RESULTS.length]
  return exception ? { ...before, exceptionType: exception[0] } : null
}

type ChipProps = {
  readonly name: string
  readonly digit: number
  readonly checked: boolean
  readonly onChange: () => void
  readonly children: ReactNode
}

const Chip = ({ name, digit, checked, onChange, children }: ChipProps) => (
  <label className="desk-chip">
    <input type="radio" name={name} checked={checked} onChange={onChange} />
    <kbd aria-hidden="true">{digit}</kbd>
    {children}
  </label>
)

type HandleFieldsProps = {
  readonly handling: Handling
  readonly onChange: (handling: Handling) => void
}

const HandleFields = ({ handling, onChange }: HandleFieldsProps) => {
  const id = useId()
  const { result, exceptionType, confirm, remark } = handling
  return (
    <>
      <div className="desk-field" role="radiogroup" aria-labelledby={`${id}-result`}>
        <span id={`${id}-result`}>{text(WORDS.result)}</span>
        <div>
          {RESULTS.map((words, index) => (
            <Chip
              key={words.en}
              name={`${id}-result`}
              digit={index + 1}
              checked={result === text(words)}
              onChange={() => onChange(withResult(handling, text(words)))}
            >
              {text(words)}
            </Chip>
          ))}
          <input
            type="text"
            className="field"
            maxLength={500}
            autoComplete="off"
            aria-label={`${text(WORDS.result)} ${text(WORDS.ownWords)}`}
            placeholder={text(WORDS.ownWords)}
            value={RESULTS.some((words) => text(words) === result) ? '' : result}
            onChange={({ target }) => onChange(withResult(handling, target.value))}
          />
        </div>
      </div>
      <div className="desk-field" role="radiogroup" aria-labelledby={`${id}-exception`}>
        <span id={`${id}-exception`}>{text(WORDS.exception)}</span>
        <div>
          {EXCEPTIONS.map(([key, words], index) => (
            <Chip
              key={key}
              name={`${id}-exception`}
              digit={RESULTS.length + index + 1}
              checked={exceptionType === key}
              onChange={() => onChange({ ...handling, exceptionType: key })}
            >
              {text(words)}
            </Chip>
          ))}
        </div>
      </div>
      <div className="desk-field">
        <label htmlFor={`${id}-remark`}>{text(WORDS.remark)}</label>
        <div>
          <input
            id={`${id}-remark`}
            type="text"
            className="field desk-remark"
            maxLength={500}
            autoComplete="off"
            placeholder={text(WORDS.remarkHint)}
            value={remark}
            onChange={({ target }) => onChange({ ...handling, remark: target.value })}
          />
          <span className="desk-confirm" role="radiogroup" aria-label={text(WORDS.confirm)}>
            {CONFIRMS.map((one) => (
              <label key={one}>
                <input
                  type="radio"
                  name={`${id}-confirm`}
                  checked={confirm === one}
                  onChange={() => onChange({ ...handling, confirm: one })}
                />
                {text(CONFIRM_STATES[one])}
              </label>
            ))}
          </span>
        </div>
      </div>
    </>
  )
}

/** What the keys of the desk ask of the form. */
export type HandlingKeys = {
  /** Takes the keys; a digit also chooses. */
  readonly take: (digit: string | null) => void
  readonly hasFocus: () => boolean
}

type HandleFormProps = {
  readonly form: Ref<HandlingKeys>
  /** What is handled with one submission. */
  readonly alarmIds: readonly string[]
  /** The alarm whose half-written handling is kept; null: none is. */
  readonly draftOf: string | null
  /** What else stands in the form: who is responsible, other alarms of the happening. */
  readonly children: ReactNode
  readonly onHandled: () => void
}

/** Result, exception type, confirmation and remark in place (spec 4.5, 5.4: the first two are required). Digits choose. */
export const HandleForm = ({ form, alarmIds, draftOf, children, onHandled }: HandleFormProps) => {
  const [handling, setHandling] = useState(() => (draftOf === null ? null : readDraft(draftOf)) ?? NOTHING)
  const [complaint, setComplaint] = useState(false)
  const [busy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const submitButton = useRef<HTMLButtonElement>(null)
  const { result, exceptionType, confirm, remark } = handling
  const change = (next: Handling): void => {
    setHandling(next)
    if (draftOf !== null) keepDraft(draftOf, next)
  }
  useImperativeHandle(form, () => ({
    take: (digit) => {
      element.current?.focus()
      const next = digit === null ? null : withDigit(handling, digit)
      if (next) change(next)
    },
    hasFocus: () => element.current?.contains(document.activeElement) ?? false,
  }))

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    if (result.trim() === '' || exceptionType === '') return setComplaint(true)
    setBusy(true)
    try {
      await call(
        alarmCalls.handle,
        {
          alarmIds: alarmIds.join(','),
          handleResult: result.trim(),
          exceptionType,
          confirm,
          ...(remark.trim() === '' ? {} : { remark: remark.trim() }),
        },
        { purpose: 'action' },
      )
      for (const id of alarmIds) keepDraft(id, NOTHING)
      onHandled()
    } catch {
      // `call` shows the reason; the form keeps the input
    } finally {
      setBusy(false)
    }
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const { target, key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey || (target instanceof HTMLInputElement && target.type === 'text')) return
    const next = withDigit(handling, key)
    if (next) {
      change(next)
      event.preventDefault()
    } else if (key === 'Enter' && target === event.currentTarget) {
      submitButton.current?.click()
      event.preventDefault()
      event.stopPropagation()
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the form takes the digits for the choices in it
    <form
      ref={element}
      className="desk-handle"
      tabIndex={-1}
      aria-label={text(WORDS.title)}
      onSubmit={(event) => void submit(event)}
      onKeyDown={onKeyDown}
    >
      <HandleFields handling={handling} onChange={change} />
      <div className="desk-foot">
        {children}
        <p role="alert" className="desk-complaint">
          {complaint && (result.trim() === '' || exceptionType === '') && text(WORDS.needBoth)}
        </p>
        <button ref={submitButton} type="submit" className="button button-primary" disabled={busy}>
          {text(WORDS.submit)}
        </button>
      </div>
    </form>
  )
}
