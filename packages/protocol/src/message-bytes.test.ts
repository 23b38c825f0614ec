// Round trips do not notice a layout that is wrong both ways: these bodies are spelled out.

import { expect, test } from 'vitest'
import type { Version } from './frame.ts'
import { decodeBody, encodeMessage, type Message } from './message.ts'

function isWritten(message: Message, version: Version, bytes: readonly number[]): void {
  const { id, body } = encodeMessage(message, version)
  expect(Array.from(body)).toEqual(bytes)
  expect(decodeBody(id, Uint8Array.from(bytes), version)).toEqual(message)
}

const ascii = (text: string, length = text.length) => Array.from({ length }, (_, i) => (i < text.length ? text.charCodeAt(i) : 0))

test('a registration of 2013', () => {
  const message = {
    kind: 'registration',
    province: 31,
    city: 115,
    maker: 'TANKC',
    terminalModel: 'TK-10',
    terminalId: 'A000001',
    plateColour: 2,
    plate: '粤A1',
  } as const
  isWritten(message, 2013, [
    0x00,
    0x1f, // province
    0x00,
    0x73, // city
    ...ascii('TANKC'), // maker, 5
    ...ascii('TK-10', 20), // model, 20
    ...ascii('A000001'), // terminal, 7
    0x02, // yellow
    0xd4,
    0xc1,
    0x41,
    0x31, // plate in GBK
  ])
})

test('an authentication of 2019', () => {
  const message = { kind: 'authentication', authCode: 'abc', imei: '123456789012345', software: '3.7' } as const
  isWritten(message, 2019, [
    0x03,
    ...ascii('abc'), // the code behind its length
    ...ascii('123456789012345'), // IMEI, 15
    ...ascii('3.7', 20), // software, 20
  ])
})

test('a request for missing parts counts them in a BYTE, since 2019 in a WORD', () => {
  const message = { kind: 'resend-request', originalSerial: 0x1099, missing: [1, 9] } as const
  const asked: Message = { ...message, missing: [...message.missing] }
  isWritten(asked, 2013, [0x10, 0x99, /* count */ 0x02, 0x00, 0x01, 0x00, 0x09])
  isWritten(asked, 2019, [0x10, 0x99, /* count */ 0x00, 0x02, 0x00, 0x01, 0x00, 0x09])
})

test('a text has a type since 2019', () => {
  isWritten({ kind: 'send-text', flag: 0x09, text: 'Hi' }, 2013, [0x09, 0x48, 0x69])
  isWritten({ kind: 'send-text', flag: 0x09, textType: 1, text: 'Hi' }, 2019, [0x09, /* notice */ 0x01, 0x48, 0x69])
})

test('a door lock is a flag, since 2019 a list of controls', () => {
  isWritten({ kind: 'vehicle-control', flag: 1 }, 2013, [0x01])
  isWritten({ kind: 'vehicle-control', items: [{ type: 1, parameter: 1 }] }, 2019, [
    0x00,
    0x01, // one control
    0x00,
    0x01, // the doors
    0x01, // locked
  ])
  // some terminals and platforms leave the count off
  expect(decodeBody(0x8500, Uint8Array.of(0x00, 0x7b, 0x00), 2019)).toEqual({
    kind: 'vehicle-control',
    items: [{ type: 123, parameter: 0 }],
  })
})

test('a circle of 2019 with a window, a speed limit and a name', () => {
  const circle = {
    id: 5,
    attributes: 0b11,
    lat: 31.23,
    lng: 121.47,
    radiusM: 150,
    from: '000000083000',
    to: '000000180000',
    maxSpeedKmh: 40,
    overspeedForS: 10,
    nightMaxSpeedKmh: 30,
    name: 'S1',
  }
  isWritten({ kind: 'set-circles', action: 1, areas: [circle] }, 2019, [
    0x01,
    0x01, // append, one circle
    0x00,
    0x00,
    0x00,
    0x05, // id
    0x00,
    0x03, // window and speed limit
    0x01,
    0xdc,
    0x88,
    0x30, // 31.230000°
    0x07,
    0x3d,
    0x7c,
    0x30, // 121.470000°
    0x00,
    0x00,
    0x00,
    0x96, // 150 m
    0x00,
    0x00,
    0x00,
    0x08,
    0x30,
    0x00, // daily from 08:30:00
    0x00,
    0x00,
    0x00,
    0x18,
    0x00,
    0x00, // to 18:00:00
    0x00,
    0x28, // 40 km/h
    0x0a, // for 10 s
    0x00,
    0x1e, // by night 30 km/h
    0x00,
    0x02,
    0x53,
    0x31, // name
  ])
})

test('a polygon has its points between the limit and the name', () => {
  const message = {
    kind: 'set-polygon',
    id: 6,
    attributes: 0b10,
    maxSpeedKmh: 60,
    overspeedForS: 5,
    points: [{ lat: 1, lng: 2 }],
    nightMaxSpeedKmh: 50,
    name: 'A',
  } as const
  isWritten({ ...message, points: [...message.points] }, 2019, [
    0x00,
    0x00,
    0x00,
    0x06, // id
    0x00,
    0x02, // speed limit
    0x00,
    0x3c,
    0x05, // 60 km/h for 5 s
    0x00,
    0x01, // one point
    0x00,
    0x0f,
    0x42,
    0x40,
    0x00,
    0x1e,
    0x84,
    0x80, // 1°, 2°
    0x00,
    0x32, // by night 50 km/h
    0x00,
    0x01,
    0x41, // name
  ])
})

test('a route has limits of time and of speed per segment', () => {
  const segment = { turnId: 1, segmentId: 2, lat: 1, lng: 2, widthM: 9 }
  const segments = [
    { ...segment, attributes: 0b01, tooLongS: 600, tooShortS: 60 },
    { ...segment, attributes: 0b10, maxSpeedKmh: 80, overspeedForS: 4 },
  ]
  isWritten({ kind: 'set-route', id: 7, attributes: 0, segments }, 2013, [
    0x00,
    0x00,
    0x00,
    0x07, // id
    0x00,
    0x00, // no window
    0x00,
    0x02, // two segments
    0x00,
    0x00,
    0x00,
    0x01,
    0x00,
    0x00,
    0x00,
    0x02, // turn, segment
    0x00,
    0x0f,
    0x42,
    0x40,
    0x00,
    0x1e,
    0x84,
    0x80, // 1°, 2°
    0x09,
    0x01, // 9 m wide, with times
    0x02,
    0x58, // too long: 600 s
    0x00,
    0x3c, // too short: 60 s
    0x00,
    0x00,
    0x00,
    0x01,
    0x00,
    0x00,
    0x00,
    0x02, // turn, segment
    0x00,
    0x0f,
    0x42,
    0x40,
    0x00,
    0x1e,
    0x84,
    0x80, // 1°, 2°
    0x09,
    0x02, // 9 m wide, with a speed limit
    0x00,
    0x50,
    0x04, // 80 km/h for 4 s
  ])
})

test('live video names where to dial, then the channel', () => {
  const message = {
    kind: 'start-live-video',
    host: '10.0.0.1',
    tcpPort: 1078,
    udpPort: 0,
    channel: 3,
    dataType: 1,
    stream: 1,
  } as const
  isWritten(message, 2013, [
    0x08,
    ...ascii('10.0.0.1'), // host behind its length
    0x04,
    0x36, // TCP 1078
    0x00,
    0x00, // no UDP
    0x03,
    0x01,
    0x01, // channel 3, picture only, sub stream
  ])
})

test('a list of recordings gives the size last', () => {
  const item = {
    channel: 4,
    from: '260601110000',
    to: '260601120000',
    alarmBits: Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 1),
    media: 2,
    stream: 1,
    storage: 1,
    bytes: 0x01020304,
  }
  isWritten({ kind: 'recordings', replySerial: 9, items: [item] }, 2013, [
    0x00,
    0x09, // serial of the query
    0x00,
    0x00,
    0x00,
    0x01, // one recording
    0x04, // channel
    0x26,
    0x06,
    0x01,
    0x11,
    0x00,
    0x00, // from
    0x26,
    0x06,
    0x01,
    0x12,
    0x00,
    0x00, // to
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    1, // alarms
    0x02,
    0x01,
    0x01, // picture, main stream, main storage
    0x01,
    0x02,
    0x03,
    0x04, // bytes
  ])
})

test('a request for evidence carries the mark of the alarm and our number', () => {
  const mark = { terminalId: 'TK00001', time: '260601115958', sequence: 2, attachments: 3, reserved: 0 }
  const alarmNumber = 'k7TgZ0a1b2c3d4e5f6g7h8i9j0k1l2m3'
  const message = {
    kind: 'request-evidence',
    host: '10.0.0.1',
    tcpPort: 7612,
    udpPort: 0,
    mark,
    alarmNumber,
    reserved: new Uint8Array(16),
  } as const
  isWritten(message, 2013, [
    0x08,
    ...ascii('10.0.0.1'), // host behind its length
    0x1d,
    0xbc,
    0x00,
    0x00, // TCP 7612, no UDP
    ...ascii('TK00001'), // terminal, 7
    0x26,
    0x06,
    0x01,
    0x11,
    0x59,
    0x58, // time
    0x02,
    0x03,
    0x00, // third of that second, three files, reserved
    ...ascii(alarmNumber), // 32
    ...ascii('', 16), // reserved
  ])
})

test('the first terminal time of a CAN upload stands between the number and the items', () => {
  const items = [{ canId: 0x81020304, data: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) }]
  isWritten({ kind: 'can-data', firstAt: '2359590123', items }, 2013, [
    0x00,
    0x01, // one item
    0x23,
    0x59,
    0x59,
    0x01,
    0x23, // 23:59:59.0123
    0x81,
    0x02,
    0x03,
    0x04, // CAN id
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8, // data
  ])
})
