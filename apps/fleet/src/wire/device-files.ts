/** The parameter files and tank tables that a console holds, written and read in chunks (0x8900 / 0x0900, type F6). */
import { crc32 } from 'node:zlib'
import { isDeviceFile } from '@tanker/parameters/device-files'
import type { Message } from '@tanker/protocol/message'
import { type TransparentDown, transparentTypes } from '@tanker/protocol/messages/transparent.message'

type FileOrder = Extract<TransparentDown, { content: 'tanker-file' }>

export type DeviceFiles = { answer(order: FileOrder): Message }

const write = 1
const results = { goOn: 0, finished: 1, wrongChecksum: 3, noSuchFile: 4 } as const
const longestChunk = 800
const largestFile = 4_000_000

export function createDeviceFiles(): DeviceFiles {
  const finished = new Map<string, Uint8Array>()
  const growing = new Map<string, { readonly bytes: Uint8Array; filled: number }>()
  const nothing = new Uint8Array(0)

  function answerWith(order: FileOrder, result: number, next: number, data: Uint8Array = nothing, whole?: Uint8Array): Message {
    return {
      kind: 'transparent-up',
      type: transparentTypes.tankerFile,
      content: 'tanker-file',
      version: 1,
      action: order.action,
      file: order.file,
      subject: order.subject,
      crc32: whole ? crc32(whole) : order.crc32,
      total: whole ? whole.length : order.total,
      result,
      next,
      data,
    }
  }

  function written(order: FileOrder, key: string): Message {
    if (order.offset === 0 && order.total <= largestFile) growing.set(key, { bytes: new Uint8Array(order.total), filled: 0 })
    const file = growing.get(key)
    if (!file) return answerWith(order, results.goOn, 0)
    // A chunk out of order is asked for again by saying which offset is wanted.
    if (order.offset === file.filled && file.filled + order.data.length <= file.bytes.length) {
      file.bytes.set(order.data, file.filled)
      file.filled += order.data.length
    }
    if (file.filled < file.bytes.length) return answerWith(order, results.goOn, file.filled)
    growing.delete(key)
    if (crc32(file.bytes) !== order.crc32) return answerWith(order, results.wrongChecksum, 0)
    finished.set(key, file.bytes)
    return answerWith(order, results.finished, file.filled)
  }

  function read(order: FileOrder, key: string): Message {
    const file = finished.get(key)
    if (!file) return answerWith(order, results.noSuchFile, 0)
    const data = file.subarray(order.offset, order.offset + longestChunk)
    return answerWith(order, order.offset + data.length >= file.length ? results.finished : results.goOn, order.offset, data, file)
  }

  const keyOf = (file: number, subject: number) => `${file}/${subject}`
  return {
    answer(order) {
      if (!isDeviceFile(order.file)) return answerWith(order, results.noSuchFile, 0)
      return (order.action === write ? written : read)(order, keyOf(order.file, order.subject))
    },
  }
}
