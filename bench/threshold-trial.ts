// How fast thresholds are tried: truck-days a minute, by the same calls as the browser makes, on a product with stored days.
// Usage: npm run bench -- threshold-trial --address http://127.0.0.1:8080 --user admin --password … [--days 7] [--threshold overspeedKmh=60]
import { parseArgs } from 'node:util'
import { hashPassword } from '@tanker/contract/password'
import { MAX_TRIED_TRUCKS, type TrialResult } from '@tanker/contract/threshold-trials'

const { values } = parseArgs({
  options: {
    address: { type: 'string' },
    user: { type: 'string', default: 'admin' },
    password: { type: 'string' },
    days: { type: 'string', default: '7' },
    threshold: { type: 'string', default: 'overspeedKmh=60' },
  },
})
const { address, user, password, days, threshold } = values
if (address === undefined || password === undefined) {
  console.error('Give --address and --password of a running product.')
  process.exit(2)
}

const login = await fetch(`${address}/api/login`, {
  method: 'POST',
  body: new URLSearchParams({ username: user, password: hashPassword(user, password) }),
})
const cookie = /^[^;]+/.exec(login.headers.get('set-cookie') ?? '')?.[0] ?? ''
const signedIn = (await login.json()) as { data: { 'header-id': string; userInfo: { organisationId: number } } }
const headers = { cookie, 'header-id': signedIn.data['header-id'] }

async function ask<T>(path: string, form: Record<string, string>): Promise<T> {
  const response = await fetch(`${address}/api${path}`, { method: 'POST', headers, body: new URLSearchParams(form) })
  const { resultCode, message, data } = (await response.json()) as { resultCode: number; message: string; data: T }
  if (resultCode !== 200) throw new Error(`${path}: ${message}`)
  return data
}

const owners = { organisationIds: String(signedIn.data.userInfo.organisationId), truckIds: '', values: threshold }
const { truckIds } = await ask<{ truckIds: number[] }>('/thresholds/trial/trucks', owners)
const groups: number[][] = []
for (let from = 0; from < truckIds.length; from += MAX_TRIED_TRUCKS) groups.push(truckIds.slice(from, from + MAX_TRIED_TRUCKS))
const begun = performance.now()
const tried: TrialResult['trucks'] = []
const work = async (): Promise<void> => {
  for (let group = groups.shift(); group !== undefined; group = groups.shift())
    tried.push(...(await ask<TrialResult>('/thresholds/trial', { ...owners, days, triedTruckIds: group.join() })).trucks)
}
await Promise.all([work(), work()])
const seconds = (performance.now() - begun) / 1_000
const readings = tried.reduce((sum, truck) => sum + truck.readings, 0)
const truckDays = tried.length * Number(days)
console.log(`${tried.length} trucks, ${days} days, ${readings} readings judged twice in ${seconds.toFixed(1)} s`)
console.log(
  `${Math.round((truckDays / seconds) * 60)} truck-days a minute, ${((seconds / readings / 2) * 1e6).toFixed(1)} µs a reading and way`,
)
console.log(
  `${tried.reduce((sum, { appear }) => sum + appear.length, 0)} alarms would appear, ${tried.reduce((sum, { vanish }) => sum + vanish.length, 0)} vanish`,
)
