// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReportView } from '@tanker/contract/report-view'
import { afterEach, expect, test } from 'vitest'
import { PhotoGallery } from './photo-gallery.tsx'

const column = (name: string, kind: ReportView['columns'][number]['kind']): ReportView['columns'][number] => ({
  name,
  kind,
  label: name,
  unit: null,
  digits: 0,
  sortable: false,
  total: false,
  choices: [],
  hint: null,
  leads: null,
  leadsTo: null,
})
const view = {
  columns: [
    column('plate', 'plate'),
    column('takenAt', 'time'),
    column('camera', 'text'),
    column('trigger', 'text'),
    column('speed', 'number'),
  ],
  chart: { title: 'Photos' },
} as unknown as ReportView
const row = (id: string, camera: string) => ({
  id,
  plate: { truckId: 1, plate: '苏A00001' },
  takenAt: '2026-11-27T01:00:00.000Z',
  camera,
  trigger: 'By order',
  speed: 12,
})
const rows = [row('7', 'API'), row('8', 'Manhole'), row('9', 'Cab')]

afterEach(cleanup)

const shown = (): string | null | undefined => document.querySelector('.photo-large img')?.getAttribute('src')

test('each row is a photo; one that is clicked is large, and the buttons and arrow keys go on and back', () => {
  render(<PhotoGallery view={view} rows={rows} />)
  const photos = screen.getByRole('list', { name: 'Photos' })
  expect([...photos.querySelectorAll('img')].map((one) => one.getAttribute('src'))).toEqual(
    ['7', '8', '9'].map((id) => `/api/photos/file?photoId=${id}`),
  )
  fireEvent.click(photos.querySelectorAll('button')[1]!)
  expect(shown()).toBe('/api/photos/file?photoId=8')
  expect(document.querySelector('.photo-large figcaption')?.textContent).toBe('Manhole · By order · 12 km/h')
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(shown()).toBe('/api/photos/file?photoId=9')
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true)
  fireEvent.keyDown(document, { key: 'ArrowRight' })
  expect(shown()).toBe('/api/photos/file?photoId=9')
  fireEvent.keyDown(document, { key: 'ArrowLeft' })
  fireEvent.keyDown(document, { key: 'ArrowLeft' })
  expect(shown()).toBe('/api/photos/file?photoId=7')
  expect(screen.getByRole('button', { name: 'Previous' })).toHaveProperty('disabled', true)
})

test('a photo turns by a right angle, and the next one stands upright again', () => {
  render(<PhotoGallery view={view} rows={rows} />)
  fireEvent.click(document.querySelectorAll<HTMLElement>('.photo-thumbnail')[0]!)
  const turn = () => document.querySelector<HTMLElement>('.photo-large img')?.style.transform
  expect(turn()).toBe('rotate(0deg)')
  fireEvent.click(screen.getByRole('button', { name: 'Rotate' }))
  expect(turn()).toBe('rotate(90deg)')
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(turn()).toBe('rotate(0deg)')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(document.querySelector('.photo-large')).toBeNull()
})

test('a photo that cannot be loaded says so and stays a button', () => {
  render(<PhotoGallery view={view} rows={rows} />)
  fireEvent.error(document.querySelectorAll('.photo-thumbnail img')[0]!)
  expect(document.querySelectorAll('.photo-thumbnail')[0]?.textContent).toContain('Not loaded')
})
