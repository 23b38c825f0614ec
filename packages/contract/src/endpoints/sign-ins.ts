import { endpoint } from '../endpoint.ts'
import { sessionsAsked } from '../rights.ts'
import { signIns } from '../sign-ins.ts'

export const signInCalls = {
  listOwn: endpoint({
    method: 'GET',
    path: '/ownSignIns',
    policy: 'session',
    summary: 'The user’s own sign-ins, failed ones too, and what happened to its password and sessions',
    input: null,
    answer: signIns,
  }),
  listOfUser: endpoint({
    method: 'GET',
    path: '/users/signIns',
    policy: { permission: 'users:sessions' },
    summary: 'The same of another user',
    input: sessionsAsked,
    answer: signIns,
  }),
}
