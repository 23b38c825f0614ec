/** The staff of the demonstration world: signs in once and works through the day. */
import type { World } from '../world.ts'
import { openChatGroups } from './chat-groups.ts'
import { workEvening } from './evening.ts'
import { issuePasswords } from './passwords.ts'
import { workFirstDay } from './first-day.ts'
import { workMorning } from './morning.ts'
import { clearDesk, keepRepairs, signDeliveries } from './rounds.ts'
import { signInStaff, type StaffCalls } from './staff-calls.ts'

/** From the start command at the first start; passwords are kept nowhere. */
export type Person = { readonly userName: string; readonly password: string }

type StaffOptions = {
  readonly world: World
  /** Of the web console, http://host:port */
  readonly address: string
  /** Port on which chat groups take messages; 0: none do. */
  readonly chatPort: number
  /** Reads a one-time password to the driver of the truck with this terminal phone, who keys it in; false: the console refused it. */
  readToDriver(phone: string, operation: number, password: string): boolean
  /** What was refused, each once in a row. */
  onTrouble(text: string): void
}

type Staff = {
  /** Before the first truck is connected. The first person is the administrator, the others are dispatchers. */
  begin(people: readonly Person[]): void
  /** All trucks have been connected or are switched off. */
  trucksAreThere(): void
  /** The platform has the stored days. */
  daysAreUploaded(): void
  stop(): void
}

const roundMs = 60_000
/** Detection and deliveries follow the last upload. */
const settleMs = 20_000

/** A session that ended is not opened again: the staff no longer knows the passwords of people who changed them. */
export function employStaff({ world, address, chatPort, readToDriver, onTrouble }: StaffOptions): Staff {
  let signedIn: Promise<readonly StaffCalls[]> | null = null
  let rounds: NodeJS.Timeout | null = null
  let trouble = ''
  let hadEvening = false
  const repairs = keepRepairs()
  const chat = chatPort === 0 ? null : openChatGroups(chatPort, onTrouble)

  function report(text: string): void {
    if (text !== trouble) onTrouble(text)
    trouble = text
  }

  /** Work that fails is reported and given up; what follows goes on. */
  async function work(duty: (admin: StaffCalls, dispatchers: readonly StaffCalls[]) => Promise<void>): Promise<void> {
    try {
      const [admin, ...dispatchers] = (await signedIn) ?? []
      if (admin) await duty(admin, dispatchers)
    } catch (error) {
      report(String(error))
    }
  }

  const round = (): Promise<void> =>
    work(async (_admin, dispatchers) => {
      for (const dispatcher of dispatchers) {
        await clearDesk(dispatcher)
        await signDeliveries(dispatcher)
        await repairs.round(dispatcher)
      }
    })

  async function evening(): Promise<void> {
    await work(async (_admin, dispatchers) => {
      for (const dispatcher of dispatchers) await repairs.enterPast(dispatcher)
    })
    await round()
    await work((admin, dispatchers) => workEvening(admin, dispatchers, report))
    await work((admin) => issuePasswords(admin, world, readToDriver))
    let isBusy = false
    rounds = setInterval(() => {
      if (isBusy) return
      isBusy = true
      void round().finally(() => (isBusy = false))
    }, roundMs)
  }

  return {
    begin(people) {
      if (signedIn) return
      signedIn = Promise.all(people.map(({ userName, password }) => signInStaff(address, userName, password)))
      void work((admin) => workMorning(admin, chatPort === 0 ? '' : `http://127.0.0.1:${chatPort}`, report))
    },
    trucksAreThere: () => void work((admin) => workFirstDay(admin, world, report)),
    daysAreUploaded() {
      if (hadEvening || !signedIn) return
      hadEvening = true
      rounds = setTimeout(() => void evening(), settleMs)
    },
    stop() {
      if (rounds) clearTimeout(rounds)
      chat?.stop()
    },
  }
}
