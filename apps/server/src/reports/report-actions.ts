import type { ActionName } from '@tanker/contract/actions/all-actions'
import type { Action } from '@tanker/contract/actions/define-action'
import { type AnyReport, actionsOf } from '@tanker/reports/define-report'
import type { Permission } from '@tanker/contract/permissions'
import { mayUse } from '../platform/access/grants.ts'
import type { Account } from '../platform/access/account.ts'
import type { HttpSettings } from '../platform/http/http-settings.ts'

type ListAction = Action<ActionName>

/** The permission that an action of this report needs; null: its screen. A test checks that those for rows exist. */
const permissionNeeded = ({ permission }: ListAction, { entity }: AnyReport): Permission | null =>
  permission === null || typeof permission === 'string' ? permission : (`${entity?.path}:${permission.onScreen}` as Permission)

/** Actions of the report that this user may use; the calls behind them check again. */
export function actionsFor(
  report: AnyReport,
  { grants, demo }: Pick<Account, 'grants' | 'demo'>,
  { cardSite }: Pick<HttpSettings, 'cardSite'>,
): ListAction[] {
  return actionsOf(report).filter((action) => {
    const needed = permissionNeeded(action, report)
    if (action.onlyWith === 'card-site' && cardSite === null) return false
    return needed === null || (!demo && mayUse(grants, needed))
  })
}

/** Names of those of `actions` that have a button for this row and apply to it. `row`: all columns of the query. */
export function actionsOnRow(actions: readonly ListAction[], row: Readonly<Record<string, unknown>>): ActionName[] {
  const applying = actions.filter(
    ({ buttons, appliesTo }) => (buttons.row ?? buttons.rows) !== undefined && (appliesTo === null || appliesTo(row as never)),
  )
  return applying.filter(({ insteadOf }) => !applying.some(({ name }) => name === insteadOf)).map(({ name }) => name)
}

/** Whether any of them has a button for rows. */
export const areOnRows = (actions: readonly ListAction[]): boolean =>
  actions.some(({ buttons }) => (buttons.row ?? buttons.rows) !== undefined)
