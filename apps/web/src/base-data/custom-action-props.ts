import type { CustomAction, PlainValues } from '@tanker/contract/base-data/define-entity'

/** What a dialog is given that draws what only one kind of base data can do. */
export type CustomActionProps = {
  readonly action: CustomAction['name']
  /** Empty for an action that is not about one row. */
  readonly row: Readonly<Record<string, unknown>>
  readonly onClose: () => void
  readonly onChanged: () => void
}

/** What a form of a new row is given that asks for more than the fields. */
export type OwnFormProps = { readonly first: PlainValues; readonly onSaved: () => void; readonly onCancel: () => void }
