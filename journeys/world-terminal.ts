import { createRandom } from '@tanker/fleet/random'
import { createTerminal, type Terminal } from '@tanker/fleet/wire/terminal'
import type { TerminalOptions } from '@tanker/fleet/wire/terminal-options'
import type { TruckRow } from '@tanker/fleet/world'
import { afterEach } from 'vitest'
import type { BrowserHarness } from './browser-harness.ts'
import { keepCode, keptCode } from './terminal-codes.ts'

type More = Partial<Pick<TerminalOptions, 'camera' | 'onEffect' | 'rebootMs' | 'upgradeWorks' | 'video' | 'recordings'>>

/** Connects on-board terminals of trucks of the world, as the virtual fleet plays them; each test's leave with it. */
export function worldTerminals(harness: BrowserHarness): (row: TruckRow, more?: More) => Terminal {
  const terminals: Terminal[] = []
  afterEach(() => {
    for (const terminal of terminals.splice(0)) terminal.close()
  })
  return (row, more) => {
    const { devicePort } = harness.product
    const terminal = createTerminal({
      host: '127.0.0.1',
      port: devicePort,
      phone: row.terminalPhone,
      version: row.protocolVersion === '2019' ? 2019 : 2013,
      terminalId: row.terminalId,
      plate: row.plate,
      plateColour: 2,
      random: createRandom(1),
      authCode: keptCode(devicePort, row.terminalPhone) ?? null,
      onAuthCode: (code) => keepCode(devicePort, row.terminalPhone, code),
      ...more,
    })
    terminals.push(terminal)
    return terminal
  }
}
