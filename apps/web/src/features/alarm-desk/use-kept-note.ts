import { useState } from 'react'
import { readSession } from '../../platform/calls/session.ts'

const keptAs = (): string => `shift-note-${readSession().userInfo.id}`

/** The note of a handover as this user wrote it in this tab: it outlives the dialog and a reload, until the shift is handed over. */
export function useKeptNote() {
  const [note, setNote] = useState(() => sessionStorage.getItem(keptAs()) ?? '')
  return {
    note,
    write: (words: string): void => {
      setNote(words)
      if (words === '') sessionStorage.removeItem(keptAs())
      else sessionStorage.setItem(keptAs(), words)
    },
  }
}
