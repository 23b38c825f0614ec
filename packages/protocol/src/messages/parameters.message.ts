import { byte, countedBytes, doubleWord, list, listAtMost, message, struct, word } from '../layout.ts'

const parameter = struct({
  /** JT/T 808-2019 table 12, see `parameterTypes`. */
  id: doubleWord,
  /** As sent; `parameterValue` makes sense of it. */
  value: countedBytes(byte),
})

/** 0x8103, JT/T 808-2019 section 8.10. */
export const setParameters = message(0x8103, 'set-parameters', struct({ parameters: listAtMost(byte, parameter) }))

/** 0x8104, JT/T 808-2019 section 8.11: asks for all. */
export const queryAllParameters = message(0x8104, 'query-all-parameters', struct({}))

/** 0x8106, JT/T 808-2019 section 8.12: asks for some. */
export const queryParameters = message(0x8106, 'query-parameters', struct({ ids: list(byte, doubleWord) }))

/** 0x0104, JT/T 808-2019 section 8.13. */
export const parametersAnswer = message(
  0x0104,
  'parameters-answer',
  struct({ replySerial: word, parameters: listAtMost(byte, parameter) }),
  {
    to: 'commands',
    acknowledged: false,
  },
)
