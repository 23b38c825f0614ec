import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ALL_ENTITIES } from '@tanker/contract/base-data/all-entities'
import { BYTES, type Endpoint, endpoint } from '@tanker/contract/endpoint'
import { entityCalls } from '@tanker/contract/endpoints/base-data'
import { evidenceCalls } from '@tanker/contract/endpoints/evidence'
import { firmwareCalls } from '@tanker/contract/endpoints/firmware'
import { reportCalls } from '@tanker/contract/endpoints/reports'
import { parameterChangeCalls } from '@tanker/contract/endpoints/parameter-changes'
import { parameterBackupCalls } from '@tanker/contract/endpoints/parameter-backups'
import { parameterDriftCalls } from '@tanker/contract/endpoints/parameter-drift'
import { parameterTemplateCalls } from '@tanker/contract/endpoints/parameter-templates'
import { cameraSettingCalls } from '@tanker/contract/endpoints/camera-settings'
import { productListCalls } from '@tanker/contract/endpoints/product-lists'
import { terminalParameterCalls } from '@tanker/contract/endpoints/terminal-parameters'
import { remoteControlCalls } from '@tanker/contract/endpoints/remote-control'
import { truckPasswordCalls } from '@tanker/contract/endpoints/truck-passwords'
import { truckTextCalls } from '@tanker/contract/endpoints/truck-texts'
import { parameterFileCalls } from '@tanker/contract/endpoints/parameter-files'
import { tankTableCalls } from '@tanker/contract/endpoints/tank-tables'
import { reportsOf } from '@tanker/reports/define-report'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { CommandKind } from '../../device-commands/define-device-command.ts'
import { httpMetrics } from '../health/metrics.ts'
import { FEATURES, REPORTS, allRoutes } from '../../app.ts'
import { defaultHttpSettings } from './http-settings.ts'
import type { HttpParts } from './parts.ts'
import { handle } from './routes.ts'

const routes = allRoutes({ metrics: httpMetrics(), settings: defaultHttpSettings } as unknown as HttpParts)
const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`

/** The endpoints in a value: itself, or those of an object of calls. Functions make the calls of one entity or report. */
const endpointsIn = (value: unknown): Endpoint[] => {
  if (typeof value !== 'object' || value === null) return []
  return 'path' in value && 'method' in value ? [value as Endpoint] : Object.values(value).flatMap(endpointsIn)
}

async function declared(): Promise<Endpoint[]> {
  const folder = fileURLToPath(new URL('../../../../../packages/contract/src/endpoints/', import.meta.url))
  const files = await Promise.all(
    readdirSync(folder)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      // oxlint-disable-next-line import/no-dynamic-require -- every file of the folder
      .map((file) => import(/* @vite-ignore */ `${folder}${file}`) as Promise<Record<string, unknown>>),
  )
  return files.flatMap(endpointsIn)
}

test('every endpoint of the contract has one handler, and every route of the server is an endpoint of the contract', async () => {
  const fixed = (await declared()).map(nameOf)
  const made = [
    ...ALL_ENTITIES.flatMap((entity) => endpointsIn(entityCalls(entity))),
    ...REPORTS.flatMap((screen) => [screen.path, ...reportsOf(screen).map(({ path }) => path)]).flatMap((path) =>
      endpointsIn(reportCalls(path)),
    ),
  ].map(nameOf)
  const served = routes.map(nameOf)
  expect(fixed.length).toBeGreaterThan(80)
  expect(served.filter((name, i) => served.indexOf(name) !== i)).toEqual([])
  expect(fixed.filter((name) => !served.includes(name))).toEqual([])
  const known = new Set([...fixed, ...made])
  expect(served.filter((name) => !known.has(name))).toEqual([])
})

test('the calls of a report, of each of its tabs too, need the screen that shows it', () => {
  for (const screen of REPORTS)
    for (const { path } of reportsOf(screen))
      for (const call of endpointsIn(reportCalls(path))) expect(call.policy, nameOf(call)).toEqual({ permission: screen.path })
})

test('the calls of base data need a screen, and its changes a permission of their own', () => {
  for (const entity of ALL_ENTITIES)
    for (const call of endpointsIn(entityCalls(entity))) {
      const suffix = call.method === 'GET' ? '' : `:${call.method === 'DELETE' ? 'delete' : call.method === 'PUT' ? 'change' : 'create'}`
      expect(call.policy, nameOf(call)).toEqual({ permission: `${entity.path}${suffix}` })
    }
})

test('the calls that send, retry and abort device commands need the permission of their command', () => {
  const sentBy: Readonly<Record<CommandKind, readonly Endpoint[]>> = {
    'tank-table': [tankTableCalls.send, tankTableCalls.stop],
    upgrade: [firmwareCalls.sendUpgrades, firmwareCalls.retryUpgrades, firmwareCalls.abortUpgrades],
    'version-query': [firmwareCalls.queryVersions],
    evidence: [evidenceCalls.ask],
    'read-file': [parameterFileCalls.read],
    'write-file': [
      parameterFileCalls.send,
      parameterBackupCalls.restore,
      parameterChangeCalls.restoreParameter,
      productListCalls.send,
      cameraSettingCalls.send,
      parameterDriftCalls.sendWanted,
      parameterDriftCalls.copy,
    ],
    'password-key': [truckPasswordCalls.setUpKeys],
    'password-revoke': [truckPasswordCalls.revoke],
    'remote-control': [remoteControlCalls.send, remoteControlCalls.stop],
    'send-text': [truckTextCalls.send, truckTextCalls.stop],
    'set-parameters': [terminalParameterCalls.send, parameterChangeCalls.restoreParameter, parameterTemplateCalls.apply],
  }
  for (const { kind, permission } of FEATURES.flatMap(({ commands }) => commands ?? []))
    for (const call of sentBy[kind]) expect(call.policy, nameOf(call)).toEqual({ permission })
})

test('a handler that answers something else than its endpoint is a type error', () => {
  const count = endpoint({
    method: 'GET',
    path: '/count/:of',
    policy: 'public',
    summary: 'Counts',
    input: z.object({ from: z.string() }),
    answer: z.object({ count: z.number() }),
  })
  const file = endpoint({ method: 'GET', path: '/file', policy: 'session', summary: 'A file', input: null, answer: BYTES })
  const all = [
    handle(count, async ({ input, params }) => ({ count: input.from.length + params.of.length })),
    // @ts-expect-error the count is a number
    handle(count, async () => ({ count: 'many' })),
    // @ts-expect-error a public call has no user
    handle(count, async ({ user }) => ({ count: Number(user) })),
    // @ts-expect-error the path has no such part
    handle(count, async ({ params }) => ({ count: params.truckId })),
    // @ts-expect-error a file is answered, not data
    handle(file, async () => ({ count: 1 })),
  ]
  expect(all.map(({ audit, onlyReads }) => ({ audit, onlyReads }))).toEqual([
    ...Array.from({ length: 4 }, () => ({ audit: undefined, onlyReads: undefined })),
    { audit: { exempt: 'a file is read' }, onlyReads: true },
  ])
})
