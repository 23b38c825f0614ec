import type { TruckCard } from '@tanker/contract/trucks'
import { coverKind, PROBE_TYPES } from '@tanker/domain/devices/probe-type'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { asReader } from '../test-reader.ts'
import { type Seal, sealName } from './seal-lock.tsx'
import { TankDrawing } from './tank-drawing.tsx'

type Compartment = TruckCard['compartments'][number]
const compartment = (number: number, more: Partial<Compartment> = {}): Compartment => ({
  compartment: number,
  oilCode: 92,
  oilName: '92#汽油',
  capacityL: 10_000,
  levelMm: 812,
  volumeL: 6_210,
  v20L: 6_200,
  temperatureC: 21.4,
  densityKgM3: 740,
  waterMm: 0,
  fault: 0,
  at: '2026-11-21T08:00:00Z',
  ...more,
})
const seal = (more: Partial<Seal> = {}): Seal => ({
  compartment: 1,
  probeType: 1,
  open: false,
  wet: false,
  condition: 'ok',
  alarmed: false,
  shouldBeShut: false,
  sealCount: 4,
  at: '2026-11-21T08:00:00Z',
  ...more,
})
const drawn = (compartments: readonly Compartment[], seals: readonly Seal[] = []): string =>
  renderToStaticMarkup(<TankDrawing compartments={compartments} seals={seals} />)
const count = (markup: string, words: string): number => markup.split(words).length - 1
/** Height of what each compartment holds, px of the drawing. */
const heights = (markup: string): number[] =>
  [...markup.matchAll(/height="([\d.]+)"[^>]*class="tank-liquid"/g)].map(([, height]) => Number(height))

test('who does not see the drawing hears each compartment with product, litres, level and temperature', async () => {
  expect(drawn([compartment(1), compartment(2, { volumeL: null, levelMm: null, temperatureC: null })])).toContain(
    'aria-label="罐体: 1仓 92#汽油 6,210 L 812 mm 21.4 °C; 2仓 92#汽油 无数据"',
  )
  const { TankDrawing: English } = await asReader({ language: 'en' }, () => import('./tank-drawing.tsx'))
  expect(renderToStaticMarkup(<English compartments={[compartment(1)]} seals={[]} />)).toContain(
    'aria-label="Tank: Compartment 1 92#汽油 6,210 L 812 mm 21.4 °C"',
  )
})

test('a compartment is filled to its litres: empty, half, full, and never beyond', () => {
  const [empty = 0, half = 0, full = 0, over = 0] = heights(
    drawn([0, 5_000, 10_000, 12_000].map((volumeL, index) => compartment(index + 1, { volumeL }))),
  )
  expect([empty, Math.round((half / full) * 100), over === full]).toEqual([0, 50, true])
})

test('a gauge that says nothing leaves its compartment empty, with a dash and not with a zero', () => {
  const markup = drawn([compartment(1, { volumeL: null })])
  expect(heights(markup)).toEqual([0])
  expect(markup).toContain('>–</text>')
})

test('water on the ground and a faulty gauge are seen in their compartment only', () => {
  const markup = drawn([compartment(1, { waterMm: 12 }), compartment(2, { fault: 3 }), compartment(3, { waterMm: null })])
  expect([count(markup, 'tank-water'), count(markup, 'class="tank-fault"')]).toEqual([1, 1])
  expect(markup).toContain('液位仪故障')
})

test('a product is distinguished by its letter too, not by its colour alone', () => {
  const markup = drawn([compartment(1), compartment(2, { oilCode: 0 }), compartment(3, { oilCode: -1 })])
  expect([...markup.matchAll(/class="tank-letter">([^<]+)</g)].map(([, letter]) => letter)).toEqual(['92', '柴', '其'])
})

test('each seal is a lock that says its place, whether it is open, and how often it was sealed', () => {
  const markup = drawn([compartment(1)], [seal(), seal({ probeType: 0, open: true })])
  expect(markup).toContain('<title>1仓 人孔盖 · 关闭 · 施封 4 次</title>')
  expect(markup).toContain('<title>1仓 API阀 · 打开 · 施封 4 次</title>')
  expect(count(markup, 'seal-wrong')).toBe(0)
})

test('an alarm or a seal that does not answer is red, and says which', () => {
  const markup = drawn(
    [compartment(1)],
    [seal({ alarmed: true }), seal({ probeType: 0, condition: 'not-answering' }), seal({ probeType: 2 })],
  )
  expect(count(markup, 'seal seal-wrong')).toBe(2)
  expect(markup).toContain('人孔盖 · 关闭 · 报警')
  expect(markup).toContain('API阀 · 关闭 · 无应答')
  expect(count(markup, 'seal-question')).toBe(1)
})

test('[D-06] a lock is red for what is wrong now: open where it should be shut, a fault, an alarm; an opening alone is not', () => {
  const markup = drawn(
    [compartment(1)],
    [seal({ open: true, shouldBeShut: true }), seal({ probeType: 0, open: true }), seal({ probeType: 2 })],
  )
  expect(count(markup, 'seal seal-wrong')).toBe(1)
  expect(markup).toContain('人孔盖 · 打开 · 行驶中应关闭')
})

test('every probe that sees an opening is a lock, once, in its compartment or beside the tank; a probe that sees none is no lock', () => {
  const seals = PROBE_TYPES.map((_, probeType) => {
    const kind = coverKind(probeType)
    return seal({ probeType, compartment: kind === 'api' || kind === 'manhole' || kind === 'bottom-valve' ? 1 : 0 })
  })
  const places = [...drawn([compartment(1)], seals).matchAll(/<title>([^<]*) · 关闭 · 施封 4 次<\/title>/g)].map(([, place]) => place)
  const openings = seals.filter(({ probeType }) => coverKind(probeType) !== undefined)
  expect(places.toSorted()).toEqual(openings.map(({ compartment: number, probeType }) => sealName(number, probeType)).toSorted())
})
