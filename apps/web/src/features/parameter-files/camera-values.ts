import type { ParameterValue } from '@tanker/parameters/define-parameter'
import type { Row } from '../../report/actions.ts'

/** Bits of the numbers before the first dash of each key, which count from 1: `1,3` is 0b101. */
const channelBits = (keys: string): number =>
  keys === 'none' || keys === '' ? 0 : keys.split(',').reduce((bits, key) => bits | (1 << (Number(key) - 1)), 0)

/** Bits of the occasions of one channel: `2-0,2-3` is 0b1001 of channel 2. */
const occasionBits = (keys: string, channel: number): number =>
  keys.split(',').reduce((bits, key) => {
    const [of, occasion] = key.split('-')
    return Number(of) === channel ? bits | (1 << Number(occasion)) : bits
  }, 0)

/** Columns of camera setup by the fields of syscfg.txt. */
const COLUMNS: Readonly<Record<string, string>> = {
  camSim: 'simNo',
  camCount: 'channelCount',
  recEn: 'recording',
  recStart: 'recStart',
  recEnd: 'recEnd',
  recHold: 'recHold',
  rtMask: 'realTime',
  hdMask: 'highDefinition',
  mirrorMask: 'mirrored',
}

/** What the truck of a row has of a setting; undefined where the row does not say so. */
export function settingInRow(row: Row, key: string): ParameterValue | undefined {
  const channel = /^camMask(\d)$/.exec(key)?.[1]
  const shown = row[channel === undefined ? (COLUMNS[key] ?? '') : 'photos']
  if (shown === undefined || shown === null) return undefined
  if (channel !== undefined) return occasionBits(String(shown), Number(channel))
  if (key.endsWith('Mask')) return channelBits(String(shown))
  if (typeof shown === 'boolean') return shown ? 1 : 0
  return typeof shown === 'number' ? shown : String(shown)
}
