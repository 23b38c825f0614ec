import { byte, message, struct, word } from '../layout.ts'

const reply = struct({
  /** Serial of the message that is answered. */
  replySerial: word,
  /** Its id. */
  replyId: word,
  /** See `replyResults`. */
  result: byte,
})

/** 0x0001, JT/T 808-2019 section 8.1. */
export const terminalReply = message(0x0001, 'terminal-reply', reply, { to: 'commands', acknowledged: false })

/** 0x8001, JT/T 808-2019 section 8.2. */
export const platformReply = message(0x8001, 'platform-reply', reply)
