import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RESULT } from '../envelope.ts'
import { issuedPassword, passwordIssued, passwordKeysAsked, passwordRevoked } from '../truck-passwords.ts'

const policy = { permission: 'passwords:issue' } as const

export const truckPasswordCalls = {
  issue: endpoint({
    method: 'POST',
    path: '/truckPasswords',
    policy,
    summary: 'Issue a one-time password of a truck; the answer is the only place where it ever stands. Needs the own password',
    input: passwordIssued,
    answer: issuedPassword,
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/truckPasswords/revoke',
    policy,
    summary: 'Have the console of the truck refuse a password; it counts until the console has confirmed it',
    input: passwordRevoked,
    answer: z.null(),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
  setUpKeys: endpoint({
    method: 'POST',
    path: '/truckPasswords/keys',
    policy,
    summary: 'Agree with the consoles of these trucks (all or none) on a new key for one-time passwords; given up after a week',
    input: passwordKeysAsked,
    answer: z.object({ trucks: z.number().int() }),
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
}
