import type { ReportView } from '@tanker/contract/report-view'
import { type ComponentType, type ReactNode, useState } from 'react'
import { text } from '../platform/language.ts'
import { useScreenAddress } from '../platform/screen-frame/screen-address.ts'
import { toast } from '../platform/ui/toast.ts'
import type { LoadAction, ActionProps, ListAction, Row } from './actions.ts'

const FAILED = { zh: '加载失败，请检查网络后重试', en: 'Could not be loaded. Check the connection and try again.' } as const

type Actions = {
  readonly start: (action: ListAction, rows: readonly Row[]) => void
  /** The action that is being loaded or is at work. */
  readonly running: string | null
  /** The open dialog, or null. */
  readonly dialog: ReactNode
}

type Open = { readonly Dialog: ComponentType<ActionProps>; readonly action: ListAction; readonly rows: readonly Row[] }

/** Loads and starts the actions of a list. */
export function useActions(view: ReportView, loadAction: LoadAction, onChanged: () => void): Actions {
  const address = useScreenAddress()
  const [open, setOpen] = useState<Open | null>(null)
  const [running, setRunning] = useState<string | null>(null)
  const onClose = (): void => setOpen(null)
  const propsOf = ({ name }: ListAction, rows: readonly Row[]): ActionProps => ({
    name,
    view,
    rows,
    row: rows[0] ?? {},
    onClose,
    onChanged,
    onDone: () => {
      onClose()
      onChanged()
    },
  })

  const start = async (action: ListAction, rows: readonly Row[]): Promise<void> => {
    setRunning(action.name)
    try {
      const loaded = await loadAction(action.name).catch(() => null)
      if (loaded === null) toast('error', text(FAILED))
      else if ('Dialog' in loaded) setOpen({ Dialog: loaded.Dialog, action, rows })
      else await loaded.run({ ...propsOf(action, rows), address })
    } finally {
      setRunning(null)
    }
  }

  return {
    start: (action, rows) => void start(action, rows),
    running,
    dialog: open && <open.Dialog {...propsOf(open.action, open.rows)} />,
  }
}
