import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(folder, path), 'utf8')
/** Every metric that a process registers by name. */
const registered = new Set(
  readdirSync(join(folder, 'apps', 'server', 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => [...read(join('apps', 'server', 'src', path)).matchAll(/'(tanker_[a-z_]+)'/g)].map(([, name]) => name ?? '')),
)
/** Those that a file asks for (`tanker_reader` is a role of the database), without what Prometheus appends to the parts of a histogram. */
const asked = (path: string): string[] => [
  ...new Set([...read(path).matchAll(/\btanker_[a-z_]+\b/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, ''))),
]

test.each(['deploy/prometheus-rules.yml', 'deploy/grafana-dashboard.json', 'docs/operating.md'])(
  '%s names only metrics that exist',
  (path) => {
    const names = asked(path)
    expect(names.length).toBeGreaterThan(4)
    expect(names.filter((name) => !registered.has(name) && name !== 'tanker_reader')).toEqual([])
  },
)

type Panel = {
  readonly id: number
  readonly title: string
  readonly targets: readonly { readonly expr: string }[]
  readonly gridPos: object
}

test('each panel of the dashboard has a place, a title and a question of its own', () => {
  const { panels } = JSON.parse(read('deploy/grafana-dashboard.json')) as { panels: readonly Panel[] }
  for (const of of [
    panels.map(({ id }) => id),
    panels.map(({ title }) => title),
    panels.map(({ gridPos }) => JSON.stringify(gridPos)),
    panels.map(({ targets }) => targets.map(({ expr }) => expr).join()),
  ])
    expect(new Set(of).size).toBe(panels.length)
  expect(panels.every(({ targets }) => targets.length > 0)).toBe(true)
})

test('each alert says what is wrong and what to do', () => {
  const rules = read('deploy/prometheus-rules.yml')
    .split(/^ {6}- alert: /m)
    .slice(1)
  expect(rules.length).toBeGreaterThan(8)
  for (const rule of rules)
    for (const part of ['expr: ', 'severity: ', 'summary: ', 'action: ']) expect(rule, rule.split('\n')[0]).toContain(part)
})
