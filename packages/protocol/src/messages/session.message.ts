import { digits, message, struct } from '../layout.ts'

const empty = struct({})

/** 0x0002, JT/T 808-2019 section 8.3. */
export const heartbeat = message(0x0002, 'heartbeat', empty, { to: 'heartbeat' })

/** 0x0003, JT/T 808-2019 section 8.8. */
export const logout = message(0x0003, 'logout', empty, { to: 'logout' })

/** 0x0004 (2019): asks for the platform's time. */
export const timeQuery = message(0x0004, 'time-query', empty, { to: 'time' })

/** 0x8004 (2019): the time in UTC, not in the device's zone. */
export const timeAnswer = message(0x8004, 'time-answer', struct({ timeUtc: digits(6) }))

/** 0x8204 (2019): asks whether the link is alive. */
export const linkCheck = message(0x8204, 'link-check', empty)
