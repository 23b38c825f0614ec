import { crc32 } from 'node:zlib'
import type { MessageOfKind } from '@tanker/protocol/message'
import type { TestDevice } from '../../gateway/test-device.ts'

const PART_BYTES = 800

type Order = Extract<MessageOfKind<'transparent-down'>, { content: 'tanker-file' }>

/** A console with one file; `wrong` says how it answers an order otherwise than it should. */
export class TestConsole {
  has: Buffer
  written = 0
  readonly device: TestDevice
  readonly #phone: string
  #growing = Buffer.alloc(0)
  wrong: (order: Order) => 'silent' | 'partial' | 'bad-crc' | 'twice' | 'reboot' | null = () => null

  constructor(device: TestDevice, phone: string, has: Buffer) {
    this.device = device
    this.#phone = phone
    this.has = has
    void this.#run()
  }

  async #run(): Promise<void> {
    for (;;) {
      const order = await this.device.next(({ kind }) => kind === 'transparent-down')
      if (order === null) return
      if (order.kind !== 'transparent-down' || order.content !== 'tanker-file') throw new Error('no file')
      const wrong = this.wrong(order)
      if (wrong === 'reboot') this.device.close()
      if (wrong === 'silent' || wrong === 'reboot') continue
      const answer = order.action === 2 ? this.#read(order, wrong) : this.#write(order)
      for (let i = 0; i < (wrong === 'twice' ? 2 : 1); i++)
        this.device.send(this.#phone, {
          kind: 'transparent-up',
          type: 0xf6,
          content: 'tanker-file',
          version: 1,
          action: order.action,
          file: order.file,
          subject: 0,
          ...answer,
        })
    }
  }

  #read({ offset, total, crc32: sum }: Order, wrong: string | null) {
    const whole = { crc32: crc32(this.has), total: this.has.length }
    if (total !== 0 && sum !== whole.crc32) return { ...whole, result: 3, next: 0, data: Buffer.alloc(0) }
    const data = Buffer.from(this.has.subarray(offset, offset + (wrong === 'partial' ? 100 : PART_BYTES)))
    if (wrong === 'bad-crc') data[0] = (data[0] ?? 0) ^ 1
    return { ...whole, result: offset + data.length === this.has.length || wrong === 'partial' ? 1 : 0, next: offset, data }
  }

  #write({ offset, total, crc32: sum, data }: Order) {
    const whole = { crc32: sum, total, data: Buffer.alloc(0) }
    if (sum === crc32(this.has) && total === this.has.length) return { ...whole, result: 1, next: total }
    if (offset === this.#growing.length) this.#growing = Buffer.concat([this.#growing, data])
    if (this.#growing.length < total) return { ...whole, result: 0, next: this.#growing.length }
    this.has = this.#growing
    this.#growing = Buffer.alloc(0)
    this.written += 1
    return { ...whole, result: 1, next: total }
  }
}
