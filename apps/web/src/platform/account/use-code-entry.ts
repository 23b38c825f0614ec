import { type SubmitEvent, useId, useState } from 'react'
import { CallError } from '../calls/call.ts'

type CodeEntryOptions = {
  readonly send: (code: string) => Promise<void>
  /** It took too long, or the connection is lost: it begins again, with the reason. */
  readonly onOver: (message: string) => void
  /** What is said when nothing was typed; without it the server says it. */
  readonly needed?: string
}

/** A code of the authenticator app that is sent once it is complete: one at a time, cleared and asked for again when it is wrong. */
export function useCodeEntry({ send, onOver, needed }: CodeEntryOptions) {
  const id = useId()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)

  const give = async (typed: string): Promise<void> => {
    if (busy) return
    if (needed !== undefined && typed.trim() === '') {
      setProblem(needed)
      document.getElementById(id)?.focus()
      return
    }
    setBusy(true)
    setProblem(undefined)
    try {
      await send(typed)
    } catch (failure) {
      setBusy(false)
      if (!(failure instanceof CallError)) throw failure
      if ((failure.data as { startAgain?: true } | null)?.startAgain) return onOver(failure.message)
      setProblem(failure.message)
      setCode('')
      document.getElementById(id)?.focus()
    }
  }

  return {
    busy,
    /** Of the `CodeField`. */
    field: { id, value: code, problem, onChange: setCode, onFull: (typed: string) => void give(typed) },
    onSubmit: (event: SubmitEvent): void => {
      event.preventDefault()
      void give(code)
    },
  }
}
