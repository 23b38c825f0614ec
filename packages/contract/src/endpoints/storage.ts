import { endpoint } from '../endpoint.ts'
import { storage } from '../storage.ts'

export const storageCalls = {
  read: endpoint({
    method: 'GET',
    path: '/storage',
    policy: 'session',
    summary: 'Get nearly full disks and the last removal of old data; for super administrators',
    input: null,
    answer: storage,
  }),
}
