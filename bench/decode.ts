// Usage: npx tsx bench/decode.ts [seconds per figure]
// Messages per second on one core, from the bytes of the socket to what the platform works with.

import { encodeFrame } from '@tanker/protocol/frame'
import { createFrameStream } from '@tanker/protocol/frame-stream'
import { decodeMessage, encodeMessage } from '@tanker/protocol/message'
import type { Location } from '@tanker/protocol/location'
import { decodeReading } from '@tanker/protocol/reading'

const seconds = Number(process.argv[2] ?? 3)
const receivedAt = Date.UTC(2026, 5, 1, 4, 0, 0)
const framesPerChunk = 40

const location: Location = {
  alarmBits: 0,
  statusBits: 3,
  lat: 31.230416,
  lng: 121.473701,
  altitudeM: 14,
  speedKmh: 56.3,
  headingDeg: 271,
  time: '260601115958',
  extras: { mileageKm: 84_213.7, recorderSpeedKmh: 55.9, signalBits: 16, ioBits: 0, signalStrength: 27, satellites: 19 },
  safety: [],
  tanker: {
    tilt: { axialDeg: 0.42, lateralDeg: -0.11 },
    compartments: [1, 2, 3].map((compartment) => ({
      compartment,
      dataType: 'TT',
      oilCode: 92,
      rawLevelMm: 1_204.3,
      levelMm: 1_207.8,
      waterMm: 0,
      volumeL: 8_412.6,
      v20L: 8_377.1,
      temperatureC: 23.4,
      densityKgM3: 742.5,
      fault: 0,
    })),
    probes: [1, 2, 3].flatMap((compartment) =>
      [0, 1, 2].map((type) => ({
        compartment,
        type,
        line: 0,
        answering: true,
        open: false,
        wet: type === 0,
        uncertain: false,
        sealCount: 412,
      })),
    ),
    events: [],
    power: { externalV: 24.8, backupV: 4.1 },
    meters: [],
  },
  raw: [],
}

const { id, body } = encodeMessage({ kind: 'location-report', location }, 2013)
const chunk = joined(
  Array.from({ length: framesPerChunk }, (_, serial) => encodeFrame({ id, version: 2013, phone: '13800138000', serial, body })),
)
console.log(`0x0200 with six extras, 3 compartments, 9 probes and power: ${body.length} bytes of body`)

let litres = 0
let frames = 0
const cutting = createFrameStream({ onFrame: () => frames++, onBad: fail })
measure('framing alone', () => cutting.push(chunk))

const toReadings = createFrameStream({
  onFrame(frame) {
    const reading = decodeReading(frame.body, { receivedAt })
    if (reading === 'short-body') fail()
    else litres += reading.compartments[0]?.volumeL ?? 0
  },
  onBad: fail,
})
measure('framing + decodeReading', () => toReadings.push(chunk))

const toMessages = createFrameStream({
  onFrame(frame) {
    const message = decodeMessage(frame)
    if (message.kind === 'location-report') litres += message.location.tanker.compartments[0]?.volumeL ?? 0
    else fail()
  },
  onBad: fail,
})
measure('framing + decodeMessage', () => toMessages.push(chunk))

const plain = { ...location, tanker: { compartments: [], probes: [], events: [], meters: [] } }
const plainBody = encodeMessage({ kind: 'location-report', location: plain }, 2013).body
const plainChunk = joined(
  Array.from({ length: framesPerChunk }, (_, serial) => encodeFrame({ id, version: 2013, phone: '13800138000', serial, body: plainBody })),
)
measure(`framing + decodeReading, standard extras only (${plainBody.length} bytes)`, () => toReadings.push(plainChunk))
if (frames === 0 || litres === 0) fail()

function measure(name: string, run: () => void): void {
  const warmUntil = performance.now() + 500
  while (performance.now() < warmUntil) run()
  const start = performance.now()
  let chunks = 0
  while (performance.now() - start < seconds * 1000) {
    for (let i = 0; i < 20; i++) run()
    chunks += 20
  }
  const perSecond = (chunks * framesPerChunk) / ((performance.now() - start) / 1000)
  const microseconds = 1e6 / perSecond
  console.log(`${name}: ${Math.round(perSecond).toLocaleString('en')} messages/s per core (${microseconds.toFixed(2)} µs)`)
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

function fail(): never {
  throw new Error('the bench decoded nothing')
}
