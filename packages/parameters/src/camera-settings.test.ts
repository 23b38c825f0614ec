import { expect, test } from 'vitest'
import { CAMERA_SETTINGS, cameraProblems } from './camera-settings.ts'
import { syscfg } from './device-files/syscfg.ts'

test('[3.8-05] camera settings are fields of syscfg.txt, among them SIM number, channel count, recording, real-time video and HD', () => {
  const keys = CAMERA_SETTINGS.flatMap(({ fields }) => fields.map(({ key }) => key))
  expect(keys).toEqual(
    expect.arrayContaining(['camSim', 'camCount', 'recEn', 'recStart', 'recEnd', 'recHold', 'rtMask', 'hdMask', 'camMask8']),
  )
  expect(keys.filter((key) => !syscfg.fields.some((field) => field.key === key))).toEqual([])
  expect(new Set(keys).size).toBe(keys.length)
})

test('settings that may go have no problem; each other one has a sentence', () => {
  const english = (values: Parameters<typeof cameraProblems>[0], trucks = 1) => cameraProblems(values, trucks).map(({ en }) => en)
  expect(english({ recHold: 1000, rtMask: 255, recStart: '0000' }, 500)).toEqual([])
  expect(english({ recHold: 999, hdMask: 256, uploadInterval: 10, recEnd: '' })).toEqual([
    'Recording goes on for: 1000 to 600000 ms, a whole number.',
    'Channels of high definition: please choose from the list.',
    'uploadInterval is no camera setting.',
    'Please enter Recording until.',
  ])
  expect(english({ camSim: '13912345678' })).toEqual([])
  expect(english({ camSim: '13912345678' }, 2)).toEqual(['SIM number of the cameras: each truck has its own; please choose one truck.'])
})
