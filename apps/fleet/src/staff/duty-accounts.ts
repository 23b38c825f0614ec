/**
 * Accounts of the dispatchers on duty, who go on with the work of the staff after a restart. The administrator creates them on the first
 * day; their passwords are in a file of the data folder that only its owner reads, as the codes of the terminals are.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { hashPassword } from '@tanker/contract/password'
import { signInStaff, type StaffCalls } from './staff-calls.ts'

/** A user name and its password as a person types them. */
export type Person = { readonly userName: string; readonly password: string }

const passwordBytes = 18
const newPassword = (): string => randomBytes(passwordBytes).toString('base64url')

/** None when there is no file, or none that can be read. */
export function readDutyAccounts(file: string): readonly Person[] {
  if (file === '' || !existsSync(file)) return []
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { readonly people: readonly Person[] }).people
  } catch {
    console.error(`fleet: cannot read ${file}; the staff does not go on with its work`)
    return []
  }
}

function writeDutyAccounts(file: string, people: readonly Person[]): void {
  writeFileSync(`${file}.tmp`, JSON.stringify({ people }), { mode: 0o600, flush: true })
  renameSync(`${file}.tmp`, file)
}

type Role = { readonly id: number; readonly name: string }

/** Creates one for the organisation of each dispatcher and keeps their passwords in the file. The first password is changed, as the platform asks. */
export async function createDutyAccounts(
  { admin, dispatchers }: { readonly admin: StaffCalls; readonly dispatchers: readonly StaffCalls[] },
  address: string,
  file: string,
): Promise<readonly StaffCalls[]> {
  const role = (await admin.get<readonly Role[]>('/baseData/user/roles')).find(({ name }) => name === '调度员')
  if (!role) throw new Error('there is no role 调度员')
  const people: Person[] = []
  for (const [index, { organisationId }] of dispatchers.entries()) {
    const userName = `duty${index + 1}`
    const [first, password] = [newPassword(), newPassword()]
    const account = { userName, realName: `值班员${'甲乙丙丁'[index] ?? index + 1}`, organisationId, roleId: role.id, status: 'enabled' }
    await admin.post('/baseData/user', { ...account, pwd: hashPassword(userName, first) })
    const calls = await signInStaff(address, userName, first)
    await calls.put('/userInfoPwd', { oldPwd: calls.pwd, pwd: hashPassword(userName, password) })
    people.push({ userName, password })
  }
  writeDutyAccounts(file, people)
  return signInDuty(address, people)
}

/** All of them, or an error: one that was deleted or whose password was changed ends the work of the staff. */
export const signInDuty = (address: string, people: readonly Person[]): Promise<readonly StaffCalls[]> =>
  Promise.all(people.map(({ userName, password }) => signInStaff(address, userName, password)))
