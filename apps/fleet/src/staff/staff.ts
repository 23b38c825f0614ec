/** The staff of the demonstration world: works through the first day, then dispatchers on duty go on with what comes every day. */
import type { World } from '../world.ts'
import { openChatGroups } from './chat-groups.ts'
import { createDutyAccounts, type Person, readDutyAccounts, signInDuty } from './duty-accounts.ts'
import { workEvening } from './evening.ts'
import { issuePasswords } from './passwords.ts'
import { workFirstDay } from './first-day.ts'
import { workMorning } from './morning.ts'
import { clearDesk, keepRepairs, signDeliveries } from './rounds.ts'
import type { StaffCalls } from './staff-calls.ts'

type StaffOptions = {
  readonly world: World
  /** Of the web console, http://host:port */
  readonly address: string
  /** Port on which chat groups take messages; 0: none do. */
  readonly chatPort: number
  /** File of the accounts on duty; '': none are created, and the work ends with this process. */
  readonly dutyFile: string
  /** Reads a one-time password to the driver of the truck with this terminal phone, who keys it in; false: the console refused it. */
  readToDriver(phone: string, operation: number, password: string): boolean
  /** What was refused, each once in a row. */
  onTrouble(text: string): void
}

type Staff = {
  /**
   * At the first start, before the first truck is connected. The first person is the administrator, the others are dispatchers; their
   * passwords are kept nowhere.
   */
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

export function employStaff({ world, address, chatPort, dutyFile, readToDriver, onTrouble }: StaffOptions): Staff {
  let signedIn: Promise<readonly StaffCalls[]> | null = null
  /** Who makes the rounds; null: to be signed in. */
  let onDuty: readonly StaffCalls[] | null = null
  let timer: NodeJS.Timeout | null = null
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

  async function round(): Promise<void> {
    try {
      onDuty ??= await signInDuty(address, readDutyAccounts(dutyFile))
      for (const dispatcher of onDuty) {
        await clearDesk(dispatcher)
        await signDeliveries(dispatcher)
        await repairs.round(dispatcher)
      }
    } catch (error) {
      onDuty = null
      report(String(error))
    }
  }

  /** Each round begins a minute after the one before ended. */
  function makeRounds(): void {
    timer = setTimeout(() => void round().then(makeRounds), roundMs)
  }

  async function evening(): Promise<void> {
    await work(async (_admin, dispatchers) => {
      for (const dispatcher of dispatchers) await repairs.enterPast(dispatcher)
    })
    await work(async (admin, dispatchers) => {
      onDuty = dispatchers
      if (dutyFile !== '') onDuty = await createDutyAccounts({ admin, dispatchers }, address, dutyFile)
    })
    await round()
    await work((admin, dispatchers) => workEvening(admin, dispatchers, report))
    await work((admin) => issuePasswords(admin, world, readToDriver))
    makeRounds()
  }

  return {
    begin(people) {
      if (signedIn) return
      signedIn = signInDuty(address, people)
      void work((admin) => workMorning(admin, chatPort === 0 ? '' : `http://127.0.0.1:${chatPort}`, report))
    },
    trucksAreThere: () => void work((admin) => workFirstDay(admin, world, report)),
    daysAreUploaded() {
      if (hadEvening) return
      hadEvening = true
      if (signedIn) timer = setTimeout(() => void evening(), settleMs)
      else if (readDutyAccounts(dutyFile).length > 0) makeRounds()
    },
    stop() {
      if (timer) clearTimeout(timer)
      chat?.stop()
    },
  }
}
