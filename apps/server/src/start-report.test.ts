import { expect, test } from 'vitest'
import { DataFolderRefused } from '@tanker/database/data-folder'
import { WrongSetting, readSettings } from './settings.ts'
import { startProblem } from './start-problem.ts'
import { startReport } from './start-report.ts'

const signIns = [
  { userName: 'admin', password: 'aB3dE5gH7jK9mN2p', roleName: '管理员', companyName: '我的组织' },
  { userName: 'dispatcher1', password: 'qR3sT5uV7wX9yZ2a', roleName: '调度员', companyName: '我的组织' },
]
const report = (args: string[], env: Record<string, string> = {}, made: typeof signIns | null = null): string =>
  startReport(readSettings(args, env), { httpPort: 8080, devicePort: 6808, signIns: made })

test.each([
  { args: [], env: {}, host: '127.0.0.1' },
  { args: [], env: { TRUSTED_PROXIES: '10.0.0.5' }, host: '0.0.0.0' },
  { args: ['--host', '10.1.1.1'], env: {}, host: '10.1.1.1' },
  { args: [], env: { TANKER_HOST: '0.0.0.0' }, host: '0.0.0.0' },
  { args: ['--host', '127.0.0.1'], env: { TRUSTED_PROXIES: '127.0.0.1' }, host: '127.0.0.1' },
])('[M13] the web console listens on $host with $args and $env', ({ args, env, host }) => {
  expect(readSettings(args, env).host).toBe(host)
})

test('[M13] the device port listens on all addresses unless one is set, regardless of the address of the web console', () => {
  expect(readSettings(['--host', '127.0.0.1'], {}).deviceHost).toBe('0.0.0.0')
  expect(readSettings([], { TANKER_DEVICE_HOST: '10.0.0.1' }).deviceHost).toBe('10.0.0.1')
  expect(readSettings(['--device-host', '::1'], { TANKER_DEVICE_HOST: '10.0.0.1' }).deviceHost).toBe('::1')
})

test('[M13] plain HTTP that leaves this machine is warned of in a frame, and nothing else is', () => {
  const warning = /═+\n {2}Warning: the web console is served by plain HTTP.*TLS_CERT and TLS_KEY.*TRUSTED_PROXIES.*\n═+/s
  expect(report(['--host', '0.0.0.0'])).toMatch(warning)
  expect(report(['--host', '10.1.1.1'])).toMatch(warning)
  expect(report([])).not.toContain('Warning')
  expect(report(['--host', '0.0.0.0'], { TRUSTED_PROXIES: '10.0.0.5' })).not.toContain('Warning')
})

test('the sign-ins are at the very end, each line with name, password, role and organisation', () => {
  const lines = report(['--host', '0.0.0.0'], {}, signIns).trimEnd().split('\n').slice(-8)
  expect(lines).toEqual([
    '═'.repeat(78),
    '  Sign-ins, shown only this once',
    '',
    '  admin        aB3dE5gH7jK9mN2p   管理员, 我的组织',
    '  dispatcher1  qR3sT5uV7wX9yZ2a   调度员, 我的组织',
    '',
    '  Forgotten: npm start -- --reset-password NAME',
    '═'.repeat(78),
  ])
})

test('[M2] a problem that a restart cannot help ends with its own exit code, others with 1', () => {
  const listen = (code: string) => Object.assign(new Error(`listen ${code}`), { code, syscall: 'listen', port: 80, address: '10.9.9.9' })
  for (const error of [
    new WrongSetting('--port x'),
    new DataFolderRefused('no'),
    listen('EADDRINUSE'),
    listen('EACCES'),
    listen('EADDRNOTAVAIL'),
  ])
    expect(startProblem(error), error.message).toMatchObject({ exitCode: 78, text: expect.not.stringContaining('\n') })
  expect(startProblem(listen('EADDRINUSE')).text).toMatch(/Port 80 is taken/)
  expect(startProblem(listen('EACCES')).text).toMatch(/Port 80 is reserved for root/)
  expect(startProblem(listen('EADDRNOTAVAIL')).text).toMatch(/no address 10\.9\.9\.9/)
  expect(startProblem(Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' }))).toMatchObject({ exitCode: 1 })
  const unknown = startProblem(new Error('a defect'))
  expect(unknown.exitCode).toBe(1)
  expect(unknown.text).toMatch(/a defect\n\s+at /)
})
