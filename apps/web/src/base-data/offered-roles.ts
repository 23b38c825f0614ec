type Organisation = { readonly id: number; readonly parentId: number | null }
type Role = { readonly id: number; readonly organisationId: number; readonly canGrant: boolean; readonly enabled: boolean }

/** The organisation and those above it, as far as the user sees them. */
const upwards = (organisations: readonly Organisation[], from: number): number[] => {
  const found = organisations.find(({ id }) => id === from)
  return found ? [found.id, ...(found.parentId === null ? [] : upwards(organisations, found.parentId))] : []
}

/** Roles that a user of an organisation may be given: its own and those of organisations above, and the one that the user has. */
export const offeredRoles = <R extends Role>(
  roles: readonly R[],
  organisations: readonly Organisation[],
  organisationId: number,
  current: number | null,
): readonly R[] => {
  const fitting = new Set(upwards(organisations, organisationId))
  return roles.filter((role) => role.id === current || (role.canGrant && role.enabled && fitting.has(role.organisationId)))
}
