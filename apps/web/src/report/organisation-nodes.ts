/** An organisation as trees and fields know it. */
export type Company = { readonly id: number; readonly parentId: number | null; readonly name: string }
type Node = { readonly value: number; readonly title: string; readonly children: Node[] }

/** Organisations below those above them; the topmost that the user sees has no parent. */
export const organisationNodes = (companies: readonly Company[], parent: number | null = null): Node[] =>
  companies
    .filter(({ parentId }) => parentId === parent)
    .map(({ id, name }) => ({ value: id, title: name, children: organisationNodes(companies, id) }))
