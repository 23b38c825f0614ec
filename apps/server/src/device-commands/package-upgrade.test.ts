import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { replyResults, upgradeResults } from '@tanker/protocol/codes'
import { encodeFrame } from '@tanker/protocol/frame'
import { createFrameStream } from '@tanker/protocol/frame-stream'
import { createFragmentStore } from '@tanker/protocol/fragments'
import { decodeBody, type Message } from '@tanker/protocol/message'
import { tanker1 } from '@tanker/protocol/models/tanker-1.model'
import type { OpenCommand } from './open-command.ts'
import { PackageUpgrade } from './package-upgrade.ts'
import type { Packet, SendingStep } from './sending.ts'

const protocol = { version: 2019, model: tanker1 } as const
const CONTENT = Buffer.from(Array.from({ length: 45_678 }, (_, i) => (i * 31) % 253))

const commandOf = (content = CONTENT, more: Partial<OpenCommand> = {}): OpenCommand => ({
  id: 1,
  truckId: 1,
  kind: 'upgrade',
  compartment: 0,
  device: 'console',
  newVersion: 'FW2.7.0',
  maker: 'TKFLT',
  hardware: 'HW1.2',
  hasKept: false,
  state: 'sending',
  tries: 1,
  maxTries: 3,
  crc32: crc32(content),
  content,
  values: {},
  ...more,
})

const runs = (firmware: string, hardware = 'HW1.2'): Message => ({
  kind: 'attributes-answer',
  type: 0,
  maker: 'TKFLT',
  terminalModel: 'TANKER-1',
  terminalId: 'T1',
  iccid: '',
  hardware,
  firmware,
  gnss: 0,
  communication: 0,
})
const ended = (result: number): Message => ({ kind: 'upgrade-result', type: 0, result })
const answered = ({ id, serial }: Packet, result: number = replyResults.ok): Message => ({
  kind: 'terminal-reply',
  replySerial: serial,
  replyId: id,
  result,
})

/** Serials as a connection gives them. */
function serialsFrom(first: number): (count: number) => number {
  let next = first
  return (count) => {
    const mine = next
    next = (next + count) & 0xffff
    return mine
  }
}

/** A console that joins the parts of what it is sent, as the frames come over the wire. */
function joining() {
  const parts = createFragmentStore({ maxTotal: 4_096, maxBytesPerSet: 8_000_000, maxSets: 4, maxBytes: 16_000_000, ttlMs: 1e9 })
  let whole: Uint8Array | null = null
  const stream = createFrameStream({
    onBad: (bad) => {
      throw new Error(bad.reason)
    },
    onFrame: (frame) => {
      const joined = frame.fragment ? parts.add(frame, 0) : ({ kind: 'complete', body: frame.body.slice() } as const)
      if (joined.kind === 'complete') whole = joined.body
      else if (joined.kind === 'refused') throw new Error(joined.reason)
    },
  })
  return {
    take: (packet: Packet) => stream.push(encodeFrame({ ...packet, version: 2019, phone: '13800000001' })),
    package() {
      const message = whole && decodeBody(0x8108, whole, 2019)
      return message?.kind === 'upgrade-package' ? message : null
    },
  }
}

/** Sends until everything that went is answered; the parts of `lost` are lost the first time they go. */
function sendAll(upgrade: PackageUpgrade, serials: (count: number) => number, lost: ReadonlySet<number> = new Set()): SendingStep | null {
  let last: SendingStep | null = null
  const forgotten = new Set(lost)
  for (let packets = upgrade.packets(serials); packets.length > 0;) {
    const more: Packet[] = []
    for (const packet of packets) {
      if (packet.fragment && forgotten.delete(packet.fragment.index)) continue
      last = upgrade.heard(answered(packet))
      if (last?.do === 'send') more.push(...upgrade.packets(serials))
    }
    packets = more
  }
  return last
}

test('the console is asked first; then the package is sent in parts with consecutive serials, and only the new version in its answer completes it', () => {
  const upgrade = new PackageUpgrade(commandOf(), protocol)
  const serials = serialsFrom(65_530)
  const device = joining()
  expect(upgrade.packets(serials).map(({ id }) => id)).toEqual([0x8107])
  expect(upgrade.heard(runs('FW2.6.0'))).toEqual({ do: 'send', ackedBytes: 0 })
  let step: SendingStep | null = null
  let most = 0
  for (let packets = upgrade.packets(serials); packets.length > 0; packets = step?.do === 'send' ? upgrade.packets(serials) : []) {
    most = Math.max(most, packets.length)
    for (const packet of packets) {
      device.take(packet)
      step = upgrade.heard(answered(packet))
    }
  }
  expect(most).toBe(16)
  expect(step).toEqual({ do: 'synchronize' })
  const got = device.package()
  expect(got).toMatchObject({ type: 0, maker: 'TKFLT', version: 'FW2.7.0' })
  expect(
    createHash('sha256')
      .update(got?.package ?? '')
      .digest(),
  ).toEqual(createHash('sha256').update(CONTENT).digest())
  // Its word is not enough: it is asked, and may still have to start again.
  expect(upgrade.heard(ended(upgradeResults.ok))).toEqual({ do: 'send', ackedBytes: CONTENT.length })
  expect(upgrade.packets(serials).map(({ id }) => id)).toEqual([0x8107])
  expect(upgrade.heard(runs('FW2.6.0'))).toEqual({ do: 'synchronize' })
  expect(upgrade.silence).toBe('version')
  expect(upgrade.heard(runs('FW2.7.0'))).toEqual({ do: 'done' })
})

test('any lost parts that the console asks for are sent again, and the package arrives complete', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 46 }), { maxLength: 15 }), fc.integer({ min: 0, max: 65_535 }), (lost, first) => {
      const upgrade = new PackageUpgrade(commandOf(), protocol)
      const serials = serialsFrom(first)
      upgrade.packets(serials)
      upgrade.heard(runs('FW2.6.0'))
      const began = serials(0)
      const last = sendAll(upgrade, serials, new Set(lost))
      if (lost.length === 0) {
        expect(last).toEqual({ do: 'synchronize' })
        return
      }
      expect(upgrade.heard({ kind: 'terminal-resend-request', originalSerial: began, missing: lost })).toMatchObject({ do: 'send' })
      const again = upgrade.packets(serials)
      expect(again.map(({ fragment }) => fragment?.index)).toEqual(lost)
      expect(again.map((packet) => upgrade.heard(answered(packet))).at(-1)).toEqual({ do: 'synchronize' })
    }),
  )
})

test('a console that already runs the version, or has other hardware by now, is sent nothing', () => {
  expect(new PackageUpgrade(commandOf(), protocol).heard(runs('FW2.7.0'))).toEqual({ do: 'done' })
  expect(new PackageUpgrade(commandOf(), protocol).heard(runs('FW2.6.0', 'HW2.0'))).toEqual({ do: 'fail', result: 'hardware' })
})

test('a package that fits one frame is not split', () => {
  const upgrade = new PackageUpgrade(commandOf(Buffer.from('firmware')), protocol)
  const serials = serialsFrom(1)
  upgrade.packets(serials)
  upgrade.heard(runs('FW2.6.0'))
  const [only, ...rest] = upgrade.packets(serials)
  expect([only?.fragment, rest]).toEqual([undefined, []])
})

test('a complete package is not sent again before its outcome is reported; failure restarts it, cancelling does not', () => {
  const upgrade = new PackageUpgrade(commandOf(CONTENT, { state: 'synchronizing' }), protocol)
  const serials = serialsFrom(1)
  expect(upgrade.packets(serials).map(({ id }) => id)).toEqual([0x8107])
  expect(upgrade.heard(runs('FW2.6.0'))).toEqual({ do: 'synchronize' })
  expect(upgrade.heard(ended(upgradeResults.failed))).toEqual({ do: 'again', because: 'device' })
  upgrade.askAgain()
  expect(upgrade.heard(runs('FW2.6.0'))).toEqual({ do: 'send', ackedBytes: 0 })
  upgrade.packets(serials)
  expect(upgrade.heard(ended(upgradeResults.ok))).toBeNull()
  expect(upgrade.heard(ended(upgradeResults.cancelled))).toEqual({ do: 'fail', result: 'cancelled' })
})

test('a result before anything was sent belongs to another package', () => {
  const upgrade = new PackageUpgrade(commandOf(), protocol)
  expect(upgrade.heard(ended(upgradeResults.ok))).toBeNull()
  expect(upgrade.heard(ended(upgradeResults.failed))).toBeNull()
  expect(upgrade.heard({ kind: 'upgrade-result', type: 12, result: 0 })).toBeNull()
})

test('for a console that does not support the version query, its reported success is enough', () => {
  const upgrade = new PackageUpgrade(commandOf(Buffer.from('firmware')), protocol)
  const serials = serialsFrom(7)
  const [question] = upgrade.packets(serials)
  if (!question) throw new Error('nothing was asked')
  expect(upgrade.heard(answered(question, replyResults.unsupported))).toEqual({ do: 'send', ackedBytes: 0 })
  expect(sendAll(upgrade, serials)).toEqual({ do: 'synchronize' })
  expect(upgrade.heard(ended(upgradeResults.ok))).toEqual({ do: 'done' })
})

test('a console that does not take packages is not asked again', () => {
  const upgrade = new PackageUpgrade(commandOf(), protocol)
  const serials = serialsFrom(7)
  upgrade.packets(serials)
  upgrade.heard(runs('FW2.6.0'))
  const [part] = upgrade.packets(serials)
  if (!part) throw new Error('nothing was sent')
  expect(upgrade.heard(answered(part, replyResults.unsupported))).toEqual({ do: 'fail', result: 'refused' })
})
