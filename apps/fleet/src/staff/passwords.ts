/** One-time passwords that the staff issues and reads to drivers over the phone. */
import type { FleetSnapshot } from '@tanker/contract/trucks'
import { PASSWORD_OPERATIONS, type PasswordOperation } from '@tanker/domain/devices/password-operation'
import type { World } from '../world.ts'
import { trucksOf } from './first-day.ts'
import type { StaffCalls } from './staff-calls.ts'

type Wish = { readonly operation: PasswordOperation; readonly validMin: number; readonly reason: string; readonly isUsed: boolean }

/** One for each truck that has a key. */
const WISHES: readonly Wish[] = [
  { operation: 'print', validMin: 30, reason: '打印机缺纸，补打小票', isUsed: true },
  { operation: 'repair', validMin: 480, reason: '维修厂更换探头', isUsed: false },
  { operation: 'product', validMin: 120, reason: '客户改为95号汽油', isUsed: true },
]

/** @param readToDriver of the truck with a terminal phone; false: the console refused the password */
export async function issuePasswords(
  admin: StaffCalls,
  world: World,
  readToDriver: (phone: string, operation: number, password: string) => boolean,
): Promise<void> {
  const live = await admin.get<FleetSnapshot>('/trucks/live')
  for (const [place, { operation, validMin, reason, isUsed }] of WISHES.entries()) {
    const truck = world.trucks[trucksOf.passwords[place]!]!
    const truckId = live.truckId[live.signCode.indexOf(truck.plate)]!
    const { password } = await admin.post<{ password: string }>('/truckPasswords', { truckId, operation, validMin, reason, pwd: admin.pwd })
    if (isUsed && !readToDriver(truck.terminalPhone, PASSWORD_OPERATIONS[operation].number, password))
      throw new Error(`${truck.plate}: the console refused the password`)
  }
}
