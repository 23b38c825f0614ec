import type { ActionName } from '@tanker/contract/actions/all-actions'
import { type ReportRows, type ReportView, ROW_ACTIONS } from '@tanker/contract/report-view'
import type { ComponentType } from 'react'
import type { ScreenAddress } from '../platform/screen-frame/screen-address.ts'

export type Row = ReportRows['content'][number]

export const idOf = (row: Row): string => String(row['id'])

/** An action as the server describes it for this user. */
export type ListAction = ReportView['actions'][number]

/** What the dialog of an action gets. */
export type ActionProps = {
  readonly name: ActionName
  readonly view: ReportView
  /** The row of the button, or the ticked rows to which the action applies; empty for a button above the list. */
  readonly rows: readonly Row[]
  /** The first of them; without values for a button above the list. */
  readonly row: Row
  readonly onClose: () => void
  /** Loads the list again. */
  readonly onChanged: () => void
  /** Closes the dialog and loads the list again. */
  readonly onDone: () => void
}

type Work = (about: ActionProps & { readonly address: ScreenAddress }) => void | Promise<void>

/** An action asks in a dialog, or does its work at once; `address` is that of the list. */
export type LoadedAction = { readonly Dialog: ComponentType<ActionProps> } | { readonly run: Work }

/**
 * The default export of a file in an `actions` folder, which has the name of its action: `opens(dialog)` or `runs(work)`. Loading by
 * file name is not typed; these two are.
 */
export const opens = (Dialog: ComponentType<ActionProps>) => ({ Dialog })
export const runs = (run: Work) => ({ run })

/** Loads what an action opens or does; rejects when it cannot be loaded. */
export type LoadAction = (name: ActionName) => Promise<LoadedAction>

const namesOf = (row: Row): readonly string[] => (row[ROW_ACTIONS] ?? []) as readonly string[]

/** Those of the rows to which the server says the action applies. */
export const applyingTo = ({ name }: Pick<ListAction, 'name'>, rows: readonly Row[]): readonly Row[] =>
  rows.filter((row) => namesOf(row).includes(name))

/** Actions with a button for the ticked rows. */
export const actionsOnTicked = ({ actions }: Pick<ReportView, 'actions'>): readonly ListAction[] =>
  actions.filter(({ rows }) => rows !== null)

/** Actions with a button above the list. */
export const actionsOnList = ({ actions }: Pick<ReportView, 'actions'>): readonly ListAction[] =>
  actions.filter(({ list }) => list !== null)

/** Actions with a button in rows. */
export const actionsOnRows = ({ actions }: Pick<ReportView, 'actions'>): readonly ListAction[] => actions.filter(({ row }) => row !== null)

/** Those that apply to a row. */
export const inRow = (actions: readonly ListAction[], row: Row): readonly ListAction[] => {
  const names = namesOf(row)
  return actions.filter(({ name }) => names.includes(name))
}

/** The greatest number of buttons in one of the rows; without rows as many as there are. */
export const mostInRow = (actions: readonly ListAction[], rows: readonly Row[]): number =>
  rows.length === 0 ? actions.length : Math.max(1, ...rows.map((row) => inRow(actions, row).length))
