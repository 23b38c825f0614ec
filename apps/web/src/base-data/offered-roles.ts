type Company = { readonly id: number; readonly parentId: number | null }
type Role = { readonly id: number; readonly companyId: number; readonly canGrant: boolean; readonly enabled: boolean }

/** The organisation and those above it, as far as the user sees them. */
const upwards = (companies: readonly Company[], from: number): number[] => {
  const found = companies.find(({ id }) => id === from)
  return found ? [found.id, ...(found.parentId === null ? [] : upwards(companies, found.parentId))] : []
}

/** Roles that a user of an organisation may be given: its own and those of organisations above, and the one that the user has. */
export const offeredRoles = <R extends Role>(
  roles: readonly R[],
  companies: readonly Company[],
  companyId: number,
  current: number | null,
): readonly R[] => {
  const fitting = new Set(upwards(companies, companyId))
  return roles.filter((role) => role.id === current || (role.canGrant && role.enabled && fitting.has(role.companyId)))
}
