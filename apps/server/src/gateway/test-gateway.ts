import { pino } from 'pino'
import { Registry } from 'prom-client'
import type { TestDatabase } from '@tanker/database/test-database'
import { COMMANDS } from '../app.ts'
import { type Gateway, type GatewayOptions, startGateway } from './gateway.ts'

type Given = Pick<GatewayOptions, 'bus' | 'now'> &
  Partial<Pick<GatewayOptions, 'uptime' | 'heapShare' | 'name' | 'limits' | 'metrics' | 'log' | 'judgedDays' | 'replyHandlers'>>

/** A gateway on a port of its own, silent by default; named `a`. */
export const startTestGateway = ({ pool, url }: Pick<TestDatabase, 'pool' | 'url'>, given: Given): Promise<Gateway> =>
  startGateway({
    pool,
    databaseUrl: url,
    log: pino({ level: 'silent' }),
    metrics: new Registry(),
    host: '127.0.0.1',
    port: 0,
    name: 'a',
    judgedDays: 62,
    commands: COMMANDS,
    // A test's clock only goes forward, unless it says otherwise.
    uptime: given.now,
    ...given,
  })
