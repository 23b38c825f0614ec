import { randomInt } from 'node:crypto'
import { ALL_ENTITIES } from '@tanker/contract/base-data/all-entities'
import { hashPassword } from '@tanker/contract/password'
import { SCREENS } from '@tanker/contract/screens'
import type { Db } from '@tanker/database/connection'
import type { Text } from '@tanker/domain/texts/text'
import { recordAccess, TERMINAL } from '../platform/access/record-access.ts'
import { ChangesRefused } from '../base-data/apply-changes.ts'
import { importWorld } from './import-world.ts'
import { installRoles, installUsers } from './install-accounts.ts'
import { EVERYTHING } from '@tanker/contract/rights'
import { rowPermissionsOf, WATER_TRUCK_ROLE } from '../platform/access/grants.ts'
import { removeSecondFactor, storedPassword } from '../features/access/feature.ts'
import { DISPATCHER_ACTIONS } from '../platform/access/permission-tree.ts'
import { endPendingOf } from '../platform/access/pending-sign-in.ts'
import { endSessionsOf } from '../platform/access/session-end.ts'

/** Shown once, at the first start; only its hash is stored. */
export type FirstSignIn = { readonly userName: string; readonly password: string; readonly roleName: string; readonly companyName: string }

const ADMINISTRATOR = '管理员'
const USER_MANAGER = '用户管理员'
const DISPATCHER = '调度员'
const CUSTOMER = '客户'
/** A dispatcher maintains base data and cannot grant permissions. */
const screens = SCREENS.filter((screen) => !screen.path.startsWith('setting/privilege_account/')).map((screen) => screen.path)
const rowPermissions = ALL_ENTITIES.filter(({ path }) => screens.some((screen) => screen === path)).flatMap(rowPermissionsOf)
/** What a department of parks looks at. */
const WATER_SCREENS = SCREENS.map(({ path }) => path).filter((path) => path.startsWith('monitor/sprinkler_'))
/** A customer has read access and cannot change base data. */
const customerScreens = SCREENS.filter((screen) => screen.group !== 'setting').map((screen) => screen.path)

/** Without 0 O 1 l I, which are misread on a terminal. */
const passwordSigns = '23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const generatePassword = (): string => Array.from({ length: 16 }, () => passwordSigns[randomInt(passwordSigns.length)]).join('')

/**
 * The first sign-ins: two administrators of the top organisation, a dispatcher for each organisation right below it, a
 * customer one level further down, and the water-truck account. In an empty database an organisation is created first.
 */
export function createBootstrapUsers(database: Db): Promise<FirstSignIn[]> {
  return database.transaction().execute(async (db) => {
    const find = () =>
      db
        .selectFrom('organisation')
        .select(['id', 'code', 'name', 'ancestors'])
        .orderBy((order) => order.fn('cardinality', ['ancestors']))
        .orderBy('id')
        .execute()
    if ((await find()).length === 0) await importWorld(db, { organisations: [{ name: '我的组织', shortName: '我的组织', code: '1' }] })
    const organisations = await find()
    const root = organisations[0]
    if (!root) return []
    const atDepth = (depth: number) =>
      organisations.filter((organisation) => organisation.ancestors.length === depth && organisation.ancestors[0] === root.id)

    await installRoles(db, [
      { companyCode: root.code, name: ADMINISTRATOR, superMan: true, permissions: [EVERYTHING] },
      // Spec 6: everything except what only super administrators are shown. No user has this role at first.
      { companyCode: root.code, name: USER_MANAGER, permissions: [EVERYTHING] },
      {
        companyCode: root.code,
        name: DISPATCHER,
        permissions: [...screens, ...rowPermissions, ...DISPATCHER_ACTIONS],
      },
      { companyCode: root.code, name: CUSTOMER, customer: true, sign: false, permissions: customerScreens },
      { companyCode: root.code, name: WATER_TRUCK_ROLE, sign: false, permissions: ['monitor/cargo_transport', ...WATER_SCREENS] },
    ])
    const carriers = atDepth(2)
    const customer = atDepth(3)[0]
    const wanted = [
      { userName: 'admin', organisation: root, roleName: ADMINISTRATOR },
      // What one administrator asks for another one approves.
      ...(carriers.length > 0 ? [{ userName: 'admin2', organisation: root, roleName: ADMINISTRATOR }] : []),
      ...carriers.map((organisation, index) => ({ userName: `dispatcher${index + 1}`, organisation, roleName: DISPATCHER })),
      ...(customer ? [{ userName: 'customer', organisation: customer, roleName: CUSTOMER }] : []),
      ...(carriers.length > 0
        ? [{ userName: 'watertruck', organisation: (await waterTruckOrganisation(db, organisations)) ?? root, roleName: WATER_TRUCK_ROLE }]
        : []),
    ]
    const users = wanted.map(({ userName, organisation, roleName }) => ({
      userName,
      companyCode: organisation.code,
      companyName: organisation.name,
      roleName,
      password: generatePassword(),
      // Generated with 92 bits and printed once, so it need not be changed.
      mustChangePassword: false,
    }))
    await installUsers(db, users)
    return users.map(({ userName, password, roleName, companyName }) => ({ userName, password, roleName, companyName }))
  })
}

async function waterTruckOrganisation<C extends { id: number }>(db: Db, organisations: readonly C[]): Promise<C | undefined> {
  const sprinkler = await db
    .selectFrom('truck')
    .where('model', '=', 'sprinkler')
    .select('organisation_id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return organisations.find((organisation) => organisation.id === sprinkler?.organisation_id)
}

/**
 * Gives the user a new generated password, to be changed at the next sign-in, and ends its sessions. The second factor stays
 * unless `andSecondFactor` is set. Null when there is no such user.
 */
export async function resetPassword(
  db: Db,
  userName: string,
  { andSecondFactor }: { readonly andSecondFactor: boolean },
): Promise<string | null> {
  const found = await db
    .selectFrom('app_user')
    .where((where) => where.eb(where.fn('lower', ['user_name']), '=', userName.trim().toLowerCase()))
    .select(['id', 'user_name', 'organisation_id'])
    .executeTakeFirst()
  if (!found) return null
  const password = generatePassword()
  const stored = await storedPassword(hashPassword(found.user_name, password))
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('app_user')
      .set({ password_hash: stored, must_change_password: true })
      .where('id', '=', found.id)
      .execute()
    if (andSecondFactor) await removeSecondFactor(transaction, found.id)
    await endPendingOf(transaction, found.id)
    await endSessionsOf(transaction, found.id, { at: new Date(), because: 'password-reset' })
    const user = { id: found.id, userName: found.user_name, organisationId: found.organisation_id }
    await recordAccess(transaction, new Date(), [{ what: 'password-reset', user, by: TERMINAL }])
  })
  return password
}

type AddUserOutcome = { readonly kind: 'added'; readonly password: string } | { readonly kind: 'refused'; readonly reason: Text }

/** Adds a user with a generated password. The role is found by its name in the organisation or in one above it. */
export async function addUser(db: Db, user: { userName: string; companyCode: string; roleName: string }): Promise<AddUserOutcome> {
  const password = generatePassword()
  try {
    await db.transaction().execute(async (transaction) => {
      await installUsers(transaction, [{ ...user, password, mustChangePassword: true }])
      const added = await transaction
        .selectFrom('app_user')
        .where((where) => where.eb(where.fn('lower', ['user_name']), '=', user.userName.trim().toLowerCase()))
        .select(['id', 'user_name as userName', 'organisation_id as organisationId'])
        .executeTakeFirstOrThrow()
      await recordAccess(transaction, new Date(), [{ what: 'user-added', user: added, by: TERMINAL }])
    })
    return { kind: 'added', password }
  } catch (error) {
    if (error instanceof ChangesRefused && error.problems[0]) return { kind: 'refused', reason: error.problems[0].text }
    throw error
  }
}
