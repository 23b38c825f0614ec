// Driver's menus of JT/T 808-2013 sections 8.25–8.32; the 2019 edition dropped most of them.

import { byte, countedText, list, message, remainingList, struct, tail, word } from '../layout.ts'

/** 0x0301 */
export const eventReport = message(0x0301, 'event-report', struct({ eventId: byte }))

/** 0x0302: the answer to 0x8302. */
export const questionAnswer = message(0x0302, 'question-answer', struct({ replySerial: word, answerId: byte }))

/** 0x0303: the driver orders (1) or cancels (0) a news service. */
export const newsOrder = message(0x0303, 'news-order', struct({ type: byte, flag: byte }))

/** 0x0304: not in the standard; a reply with text that SmallChi's suite shows. */
export const textReply = message(0x0304, 'text-reply', struct({ replySerial: word, type: byte, text: countedText(word, 1_000) }))

/** 0x8301 */
export const setEvents = message(
  0x8301,
  'set-events',
  struct({
    /** 0 delete all, 1 update, 2 append, 3 modify, 4 delete some. */
    setting: byte,
    events: tail(list(byte, struct({ id: byte, text: countedText(byte) }))),
  }),
)

/** 0x8302 */
export const askQuestion = message(
  0x8302,
  'ask-question',
  struct({
    /** Bits 0 urgent, 3 speech, 4 advertising screen. */
    flag: byte,
    question: countedText(byte),
    answers: remainingList(struct({ id: byte, text: countedText(word, 1_000) })),
  }),
)

/** 0x8303 */
export const setNewsMenu = message(
  0x8303,
  'set-news-menu',
  struct({
    /** 0 delete all, 1 update, 2 append, 3 modify. */
    setting: byte,
    items: tail(list(byte, struct({ type: byte, name: countedText(word, 1_000) }))),
  }),
)

/** 0x8304 */
export const news = message(0x8304, 'news', struct({ type: byte, text: countedText(word, 1_000) }))

/** 0x8401, JT/T 808-2019 section 8.35. */
export const setPhoneBook = message(
  0x8401,
  'set-phone-book',
  struct({
    /** 0 delete all, 1 update, 2 append, 3 modify. */
    setting: byte,
    contacts: tail(
      list(
        byte,
        struct({
          /** 1 incoming, 2 outgoing, 3 both. */
          mark: byte,
          number: countedText(byte),
          name: countedText(byte),
        }),
      ),
    ),
  }),
)
