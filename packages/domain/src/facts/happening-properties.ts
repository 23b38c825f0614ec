import { lossJudgement } from './cargo-facts.ts'
import {
  compartment,
  count,
  epochMs,
  flag,
  group,
  listOf,
  litres,
  oilCode,
  oneOf,
  optional,
  orNull,
  permille,
  probeType,
} from './property.ts'

/** How an opening was seen; stored states hold the index. */
export const OPENING_WAYS = ['opened', 'housing', 'count', 'missing', 'counters-reset'] as const
export type OpeningWay = (typeof OPENING_WAYS)[number]

/** Probes of a happening, in the order in which they were opened. */
export const OPENINGS = listOf({
  compartment: compartment(),
  probeType: probeType(),
  how: oneOf(OPENING_WAYS),
  openedAt: epochMs(),
  closedAt: orNull(epochMs('null while it is open')),
  sealCountBefore: count(),
  sealCountAfter: count(),
})

/** Litres lost, at 20 °C where the name says V20; absent where none were seen. */
export const LOST = {
  lossV20L: optional(litres('at 20 °C')),
  lossRate: optional(permille('of what was aboard')),
  highLossRateThreshold: optional(permille()),
  uncertaintyL: optional(litres('one sigma')),
  judge: optional(lossJudgement),
  highLoss: optional(flag('above the limit of a high loss')),
  discharged: optional(flag('above the limit of a discharge')),
  compartments: optional(
    listOf({
      compartment: compartment(),
      oilCode: oilCode(),
      lossL: optional(litres('of a happening')),
      lossV20L: litres('at 20 °C'),
      uncertaintyL: litres('one sigma'),
      toldV20L: optional(litres('of a leg: in an earlier alarm, at 20 °C')),
      movedL: optional(litres('into another compartment')),
      volumeBeforeL: litres(),
      volumeAfterL: orNull(litres()),
    }),
  ),
}

/** The alarm that this one went into, by its key. */
export const PART_OF = optional(group({ type: count(), startedAt: epochMs(), object: count() }))
