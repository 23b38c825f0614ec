// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Period } from './period.ts'
import { PeriodPanel } from './period-panel.tsx'

afterEach(cleanup)

const value: Period = { from: new Date(2026, 2, 12), to: new Date(2026, 2, 18, 23, 59, 59, 999) }
const quick = [
  { name: { zh: '昨天', en: 'Yesterday' }, period: { from: new Date(2026, 2, 17), to: new Date(2026, 2, 17, 23, 59, 59, 999) } },
]

const open = () => {
  const chosen: Period[] = []
  render(<PeriodPanel value={value} quick={quick} single={false} onChosen={(period) => void chosen.push(period)} />)
  const day = (date: string) => document.querySelector<HTMLElement>(`[data-day="${date}"] button`) as HTMLElement
  return {
    chosen,
    day,
    start: screen.getByLabelText<HTMLInputElement>('Start'),
    end: screen.getByLabelText<HTMLInputElement>('End'),
  }
}
const ok = (): void => void fireEvent.click(screen.getByRole('button', { name: 'OK' }))

test('it opens with the period as it is and the focus on its start; a named period is chosen at a click', () => {
  const { start, end, chosen } = open()
  expect([start.value, end.value]).toEqual(['03/12/2026 00:00', '03/18/2026 23:59'])
  expect(document.activeElement).toBe(start)
  fireEvent.click(screen.getByRole('button', { name: 'Yesterday' }))
  expect(chosen).toEqual([quick[0]?.period])
})

test('two days of the calendar make a period, the later one may be clicked first, and a third click begins again', () => {
  const { chosen, day, start, end } = open()
  fireEvent.click(day('2026-03-09'))
  expect([start.value, end.value]).toEqual(['03/09/2026 00:00', '03/09/2026 23:59'])
  fireEvent.click(day('2026-03-04'))
  expect([start.value, end.value]).toEqual(['03/04/2026 00:00', '03/09/2026 23:59'])
  ok()
  expect(chosen).toEqual([{ from: new Date(2026, 2, 4), to: new Date(2026, 2, 9, 23, 59, 59, 999) }])
  fireEvent.click(day('2026-03-20'))
  expect([start.value, end.value]).toEqual(['03/20/2026 00:00', '03/20/2026 23:59'])
})

test('moments can be typed; what is no moment or the wrong way round is said at its field and not chosen', () => {
  const { chosen, start, end } = open()
  fireEvent.change(start, { target: { value: '03/19/2026 08:00' } })
  ok()
  expect(screen.getByRole('alert').textContent).toBe('The end must not be before the start')
  expect([start, end].map((field) => field.getAttribute('aria-invalid'))).toEqual(['false', 'true'])
  fireEvent.change(start, { target: { value: 'yesterday' } })
  expect(screen.getByRole('alert').textContent).toBe('')
  ok()
  expect(screen.getByRole('alert').textContent).toBe('Please write it like 03/18/2026 08:30')
  fireEvent.change(start, { target: { value: '2026-03-17' } })
  fireEvent.change(end, { target: { value: '2026-03-18' } })
  fireEvent.keyDown(end, { key: 'Enter' })
  expect(chosen).toEqual([{ from: new Date(2026, 2, 17), to: value.to }])
})

test('one moment: a day is clicked, its time stays as it was', () => {
  const chosen: Period[] = []
  const at = new Date(2026, 2, 12, 8, 30)
  render(<PeriodPanel value={{ from: at, to: at }} quick={[]} single onChosen={(period) => void chosen.push(period)} />)
  fireEvent.click(document.querySelector('[data-day="2026-03-05"] button') as Element)
  ok()
  expect(chosen).toEqual([{ from: new Date(2026, 2, 5, 8, 30), to: new Date(2026, 2, 5, 8, 30) }])
})
