// GB/T 19056 driving recorder, carried as blocks (JT/T 808-2019 sections 8.51, 8.52).

import { byte, countedBytes, doubleWord, message, remainingBytes, struct, word } from '../layout.ts'

/** 0x8700 */
export const queryRecorder = message(0x8700, 'query-recorder', struct({ command: byte, block: remainingBytes }))

/** 0x0700 */
export const recorderData = message(0x0700, 'recorder-data', struct({ replySerial: word, command: byte, block: remainingBytes }))

/** 0x8701 */
export const setRecorder = message(0x8701, 'set-recorder', struct({ command: byte, block: remainingBytes }))

/** 0x0701: an electronic waybill, its content free. */
export const waybill = message(0x0701, 'waybill', struct({ content: countedBytes(doubleWord) }))
