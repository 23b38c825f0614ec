import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { TestDevice, terminalIdOf } from '../../gateway/test-device.ts'
import { startTestGateway } from '../../gateway/test-gateway.ts'
import { startPostgresBus } from '../../platform/bus/postgres-bus.ts'
import { startTestApi } from '../../platform/http/test-api.ts'
import { parameterFiles } from '../parameter-files/feature.ts'
import { TestConsole } from '../parameter-files/test-console.ts'
import { SCREEN_FILE } from '../parameter-files/test-parameter-files.ts'
import { advanceRollOuts } from './advance-roll-outs.ts'

const log = pino({ level: 'silent' })
const PATIENCE = { timeout: 20_000 }
const BEFORE = Buffer.from(SCREEN_FILE)
const BRIGHT = Buffer.from(SCREEN_FILE.replace('brightness=80', 'brightness=60'))
const TRUCKS = [
  ['苏A00001', '13800000091'],
  ['苏A00002', '13800000092'],
] as const

test('a parameter file goes to one truck over its connection, to the other after the watch, and back to what both had', async () => {
  const server = await startTestApi()
  onTestFinished(() => server.close())
  const { pool, db } = server.database
  const bus = await startPostgresBus({ url: server.database.url, log })
  onTestFinished(() => bus.close())
  await pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name = '调度员'`)
  await pool.query('DELETE FROM compartment')
  const anna = await server.signIn('anna')
  const gateway = await startTestGateway(server.database, { bus, log, name: 'g1', now: () => server.now.getTime() })
  onTestFinished(() => gateway.close())
  const consoles: TestConsole[] = []
  for (const [plate, phone] of TRUCKS) {
    const truck = [phone, terminalIdOf(phone), server.truckId(plate)]
    await pool.query(`UPDATE truck SET terminal_phone = $1, terminal_id = $2 WHERE id = $3`, truck)
    const device = await TestDevice.connect(gateway.port, 2019)
    onTestFinished(() => device.close())
    const { code } = await device.register(phone)
    expect(await device.authenticate(phone, code)).toBe(0)
    consoles.push(new TestConsole(device, phone, BEFORE))
    await anna.send('POST', '/parameterFiles/read', { truckId: server.truckId(plate), file: 9 })
  }
  await expect.poll(async () => (await pool.query('SELECT FROM parameter_file')).rowCount, PATIENCE).toBe(2)
  await expect.poll(async () => (await pool.query('SELECT FROM terminal_session WHERE ended_at IS NULL')).rowCount, PATIENCE).toBe(2)
  const { rows: kept } = await pool.query<{ id: number }>(
    `WITH kept AS (INSERT INTO command_file (content) VALUES ($1) RETURNING id)
     INSERT INTO upgrade_file (organisation_id, type, description, release, file_id, file_name, size_bytes, crc32, parameter_file, uploaded_by, uploaded_at)
     SELECT $2, 'console-parameters', '夜间亮度', '2', id, 'ui.cfg', 10, 0, 9, 'anna', $3 FROM kept RETURNING id`,
    [BRIGHT, server.organisationId('A'), server.now],
  )
  const has = () => consoles.map((one) => /brightness=(\d+)/.exec(one.has.toString())?.[1])
  const run = async (minutes = 0): Promise<void> => {
    for (const job of parameterFiles.jobs?.({ connection: server.database } as never) ?? []) await job.run(() => false)
    await advanceRollOuts(server.database, new Date(server.now.getTime() + minutes * 60_000))
    bus.publish('commands', '')
  }
  const isIn = (state: string, minutes = 0) =>
    expect
      .poll(async () => {
        await run(minutes)
        return (await db.selectFrom('roll_out').select('state').executeTakeFirst())?.state
      }, PATIENCE)
      .toBe(state)

  const about = { truckIds: TRUCKS.map(([plate]) => server.truckId(plate)).join(','), firstTrucks: 1, watchMin: 5, reason: '夜间太亮' }
  const { rollOutId } = (await anna.send<{ rollOutId: number }>('POST', '/rollOuts', { upgradeFileId: kept[0]?.id ?? 0, ...about })).data
  await isIn('watching')
  expect(has()).toEqual(['60', '80'])
  await isIn('done', 6)
  expect(has()).toEqual(['60', '60'])
  await anna.send('POST', '/rollOuts/return', { rollOutId, reason: '白天看不清' })
  await isIn('returned', 7)
  expect(has()).toEqual(['80', '80'])
  expect(consoles.map((one) => one.written)).toEqual([2, 2])
})
