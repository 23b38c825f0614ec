/** An organisation as trees and fields know it. */
export type Organisation = { readonly id: number; readonly parentId: number | null; readonly name: string }
type Node = { readonly value: number; readonly label: string; readonly children: Node[] }

/** Organisations below those above them; the topmost that the user sees has no parent. */
export const organisationNodes = (organisations: readonly Organisation[], parent: number | null = null): Node[] =>
  organisations
    .filter(({ parentId }) => parentId === parent)
    .map(({ id, name }) => ({ value: id, label: name, children: organisationNodes(organisations, id) }))
