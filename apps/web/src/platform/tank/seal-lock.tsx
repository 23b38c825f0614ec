import type { TruckCard } from '@tanker/contract/trucks'
import { NOT_NAMED } from '@tanker/domain/texts/not-named'
import { PROBE_TYPES } from '@tanker/domain/devices/probe-type'
import type { Text } from '@tanker/domain/texts/text'
import { text } from '../language.ts'

export type Seal = TruckCard['seals'][number]

/** How a seal that cannot be trusted stands; nothing for one that can. */
export const SEAL_CONDITIONS: Record<Seal['condition'], Text> = {
  ok: { zh: '', en: '' },
  'not-answering': { zh: '无应答', en: 'not answering' },
  chattering: { zh: '抖动', en: 'chattering' },
  'long-wet': { zh: '长湿', en: 'long wet' },
  'long-dry': { zh: '长干', en: 'long dry' },
  uncertain: { zh: '转换异常', en: 'conversion abnormal' },
  electrical: { zh: '电气故障', en: 'electrical fault' },
}

const STATE = { open: { zh: '打开', en: 'open' }, closed: { zh: '关闭', en: 'closed' } } as const

const WORDS = {
  alarmed: { zh: '报警', en: 'alarm' },
  shouldBeShut: { zh: '行驶中应关闭', en: 'should be shut while driving' },
} as const

/** What is wrong now: open where it should be shut, a fault, or an unhandled alarm of this trip. */
const isWrong = ({ alarmed, condition, shouldBeShut }: Seal): boolean => alarmed || shouldBeShut || condition !== 'ok'

export const sealName = (compartment: number, probeType: number): string => {
  const probe = text(PROBE_TYPES[probeType] ?? NOT_NAMED)
  return compartment === 0 ? probe : text({ zh: `${compartment}仓 ${probe}`, en: `Compartment ${compartment} ${probe}` })
}

const sealWords = (seal: Seal): string =>
  [
    sealName(seal.compartment, seal.probeType),
    text(seal.open ? STATE.open : STATE.closed),
    text(SEAL_CONDITIONS[seal.condition]),
    seal.shouldBeShut ? text(WORDS.shouldBeShut) : '',
    seal.alarmed ? text(WORDS.alarmed) : '',
    text({ zh: `施封 ${seal.sealCount} 次`, en: `seal count ${seal.sealCount}` }),
  ]
    .filter((words) => words !== '')
    .join(' · ')

/** A small lock, 12 × 14 around (x, y): its shackle stands open when the cover, valve or door is open. */
export const SealLock = ({ seal, x, y }: { seal: Seal; x: number; y: number }) => (
  <g transform={`translate(${x} ${y})`} className={isWrong(seal) ? 'seal seal-wrong' : 'seal'}>
    <title>{sealWords(seal)}</title>
    <rect x="-9" y="-10" width="18" height="20" fill="transparent" />
    <path
      d={seal.open ? 'M-3 -1 V-5 a3 3 0 0 1 6 -1' : 'M-3 -1 V-3.500 a3 3 0 0 1 6 0 V-1'}
      fill="none"
      strokeWidth="1.700"
      className="seal-shackle"
    />
    <rect x="-5" y="-1" width="10" height="7.500" rx="1.800" className="seal-body" />
    {seal.condition === 'not-answering' && (
      <text y="5.200" textAnchor="middle" className="seal-question">
        ?
      </text>
    )}
  </g>
)
