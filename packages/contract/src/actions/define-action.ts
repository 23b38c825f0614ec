import type { Text } from '@tanker/domain/texts/text'
import type { Permission, RowOperation } from '../permissions.ts'

/** Where an action has a button, with its label there. An action without any belongs to the dialog of another one. */
type Buttons = {
  /** In each row to which it applies. */
  readonly row?: Text
  /** Above the list, for the ticked rows to which it applies. */
  readonly rows?: Text
  /** Above the list, without rows. */
  readonly list?: Text
}

/**
 * What a role needs: a permission, or adding, changing or deleting rows of the screen that lists them. Null: the screen is
 * enough. The trade show account has no action that needs a permission.
 */
type NeededPermission = Permission | { readonly onScreen: RowOperation } | null

/** What can be done with rows. `Row`: the columns of a report that it reads. */
export type Action<Name extends string = string, Row = never> = {
  readonly name: Name
  readonly buttons: Buttons
  readonly permission: NeededPermission
  /** Whether it applies to a row, evaluated by the server on the whole row; null: to every row. The action's call checks again. */
  readonly appliesTo: ((row: Row) => boolean) | null
  /** Hidden in rows in which this other action is offered to the user. */
  readonly insteadOf: string | null
  /** The main button above the list. */
  readonly primary: boolean
  /** Offered only where the operator has configured what it leads to. */
  readonly onlyWith: 'card-site' | null
}

/**
 * Declares an action: who may use it, on which rows, and its buttons. Exported by the file of its subject; its dialog is the file
 * with its name in an `actions` folder of the web console.
 */
export function defineAction<const Name extends string, Row = unknown>(
  action: Pick<Action<Name, Row>, 'name' | 'buttons' | 'permission'> & {
    readonly appliesTo?: (row: Row) => boolean
    readonly insteadOf?: string
    readonly primary?: true
    readonly onlyWith?: 'card-site'
  },
): Action<Name, Row> {
  return { appliesTo: null, insteadOf: null, primary: false, onlyWith: null, ...action }
}
