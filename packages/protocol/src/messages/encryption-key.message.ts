// RSA public keys {e, n} (JT/T 808-2019 sections 8.65, 8.66).

import { doubleWord, fixedBytes, message, struct } from '../layout.ts'

const key = struct({ e: doubleWord, n: fixedBytes(128) })

/** 0x0A00 */
export const terminalKey = message(0x0a00, 'terminal-key', key)

/** 0x8A00 */
export const platformKey = message(0x8a00, 'platform-key', key)
