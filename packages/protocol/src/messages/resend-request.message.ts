import { byEdition, byte, list, message, struct, word } from '../layout.ts'

/** 0x8003, JT/T 808-2019 section 8.5: the count was a BYTE before 2019. */
export const resendRequest = message(
  0x8003,
  'resend-request',
  struct({
    /** Serial of part 1. */
    originalSerial: word,
    /** Part numbers from 1. */
    missing: byEdition(list(byte, word), list(word, word)),
  }),
)

/** 0x0005 (2019): the same from the terminal. */
export const terminalResendRequest = message(
  0x0005,
  'terminal-resend-request',
  struct({ originalSerial: word, missing: list(word, word) }),
  { to: 'commands', acknowledged: false },
)
