import { expect, test } from 'vitest'
import { eventName } from './event-names.ts'

const alarm = (type: number, object: number, properties: Record<string, unknown> = {}) =>
  eventName({ kind: 'alarm', name: String(type), object, properties })
const opening = (compartment: number, probeType: number) => ({ compartment, probeType })

test('[truth 4.9] an alarm of several seals names them, and counts those beyond three', () => {
  expect(alarm(1, 100, { openings: [opening(1, 0)] })).toBe('异常解封 · 1仓 API阀')
  expect(alarm(1, 100, { openings: [opening(1, 0), opening(1, 2)] })).toBe('异常解封 · 1仓 API阀、1仓 底阀')
  const four = [opening(1, 0), opening(1, 2), opening(2, 1), opening(0, 13)]
  expect(alarm(1, 100, { openings: four })).toBe('异常解封 · 1仓 API阀、1仓 底阀、2仓 人孔盖等4处')
})

test('an event is about the seal or the compartment of its properties; what else its object counts is not taken for one', () => {
  const record = (name: string, object: number, properties: Record<string, unknown> = {}) =>
    eventName({ kind: 'record', name, object, properties })
  expect(alarm(322, 402, { compartment: 2 })).toBe('疑似放油 · 2仓')
  expect(record('seal-change', 203, { compartment: 2, probeType: 1 })).toBe('开关盖流水 · 2仓 人孔盖')
  expect(record('operation', 3, { compartment: 3 })).toBe('装卸油 · 3仓')
  // The id of a fence, an event of a camera, a kind of braking.
  expect(record('fence-visit', 12)).toBe('进出围栏')
  expect(record('device-event', 600_000)).toBe('设备事件')
  expect(alarm(5, 1)).not.toContain('仓')
})

test('an alarm of a seal without details is named by its object, and the loss of a leg by none', () => {
  expect(alarm(210, 13)).toBe('区域外开箱门 · 箱门开关')
  expect(alarm(202, 12)).toBe('高损耗')
})
