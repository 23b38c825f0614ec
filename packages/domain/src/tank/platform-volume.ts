import { compartmentVolume, shellFactor } from './compartment-volume.ts'
import { correctedLevelMm, type GaugeSetup } from './level-chain.ts'
import { BOTTOM_VALVE, BOTTOM_VALVE_TRANSMITTER, BOTTOM_VALVE_WET } from '../devices/probe-type.ts'
import { productGroup } from '../products/product.ts'
import type { CompartmentReading } from '../reading.ts'
import { type TankTable, volumeAt } from './tank-table.ts'
import type { Text } from '../texts/text.ts'
import type { Tilt } from './tilt-correction.ts'
import { expansionPerC, simpleV20L } from './volume.ts'

/** Whose litres count for a truck: those that its console sends, or those that the platform computes from its levels. */
export const VOLUME_SOURCES = {
  console: { zh: '主机计算', en: 'By the console' },
  platform: { zh: '平台计算', en: 'By the platform' },
} as const satisfies Readonly<Record<string, Text>>
export type VolumeSource = keyof typeof VOLUME_SOURCES

/** A source that counted once: for readings of before `untilAt` (ms since 1970 UTC) and of after the one before it in a list. */
export type FormerVolumeSource = { readonly source: VolumeSource; readonly untilAt: number }

/** Whose litres count for a truck's readings of a time, ms since 1970 UTC. */
export function volumeSourceAt(
  { volumeSource = 'console', formerVolumeSources }: { volumeSource?: VolumeSource; formerVolumeSources?: readonly FormerVolumeSource[] },
  at: number,
): VolumeSource {
  if (formerVolumeSources !== undefined) for (const { source, untilAt } of formerVolumeSources) if (at < untilAt) return source
  return volumeSource
}

/** A tank table of a compartment and from when on it counts. */
export type CompartmentTable = {
  /** The number of the table, its gauge's setup and the way of computing as one: another key, other litres. Never 0. */
  readonly key: number
  readonly serial: string
  /** Ms since 1970 UTC. */
  readonly fromAt: number
  readonly table: TankTable
  /** In the pipe behind the bottom valve. */
  readonly pipeL: number
  /** `volCalcMode` and expansion of the shell with which it counts; those of the truck's thresholds unless given. */
  readonly mode?: number
  readonly shellExpansionPerC?: number
}

/** How a gauge is mounted and set, as far as the platform knows it. */
export type MountedGauge = GaugeSetup & {
  /** Water counts from above it (`waterBlindLevel`). */
  readonly waterBlindMm: number
}

/** What the platform needs of a compartment to compute its litres. */
export type MeasuredCompartment = {
  /** 1–10. */
  readonly compartment: number
  readonly blindLevelMm: number
  /** Without it the level that the console corrected counts. */
  readonly gauge?: MountedGauge
  /** Oldest first. */
  readonly tables?: readonly CompartmentTable[]
}

/** What the platform computes with besides the gauge: how the truck leans, and the newest word of its probes. */
export type FrameAround = {
  readonly tilt?: Tilt | undefined
  readonly probes: readonly { readonly compartment: number; readonly type: number; readonly open: boolean; readonly wet: boolean }[]
}

/** `volCalcMode` of domain B.1: each includes what those before it do. */
export const VOLUME_MODES = { levelOnly: 0, table: 1, tilt: 2, water: 3, simpleV20: 4, vcfV20: 5, shell: 6 } as const

/** The table that counted at a time, ms since 1970 UTC; null before the first. */
export function tableAt(setup: MeasuredCompartment, at: number): CompartmentTable | null {
  const tables = setup.tables ?? []
  for (let i = tables.length - 1; i >= 0; i -= 1) if ((tables[i] as CompartmentTable).fromAt <= at) return tables[i] as CompartmentTable
  return null
}

/** The bottom valve is open and the pipe behind it wet: what stands in the pipe belongs to the compartment. */
export function isPipeWet(probes: FrameAround['probes'], compartment: number): boolean {
  let open = false
  let wet = false
  for (const probe of probes) {
    if (probe.compartment !== compartment) continue
    if (probe.type === BOTTOM_VALVE || probe.type === BOTTOM_VALVE_TRANSMITTER) open ||= probe.open
    else if (probe.type === BOTTOM_VALVE_WET) wet = probe.wet
  }
  return open && wet
}

const LEVEL: Tilt = { axialDeg: 0, lateralDeg: 0 }

export type PlatformVolume = { readonly levelMm: number; readonly volumeL: number; readonly pipeL: number }

/**
 * Level and litres of product of one gauge reading by the platform's own computation (domain B.1): level chain, table,
 * tilt, water, pipe, as far as `mode` goes. Below the blind level both are 0.
 * @param shellExpansionPerC of the tank's metal; used by mode 6 only
 */
export function platformVolume(
  reading: CompartmentReading,
  around: FrameAround,
  setup: MeasuredCompartment,
  { table, pipeL }: CompartmentTable,
  mode: number,
  shellExpansionPerC: number,
): PlatformVolume {
  const { gauge } = setup
  const tilt = mode >= VOLUME_MODES.tilt ? (around.tilt ?? LEVEL) : LEVEL
  const levelMm =
    gauge === undefined ? reading.levelMm : Math.max(0, correctedLevelMm(reading.rawLevelMm, gauge, reading.densityKgM3, tilt))
  const pipeWet = mode >= VOLUME_MODES.water && pipeL > 0 && isPipeWet(around.probes, reading.compartment)
  const volume = compartmentVolume(
    table,
    {
      levelMm,
      waterMm: mode >= VOLUME_MODES.water ? reading.waterMm : 0,
      bottomValveOpen: pipeWet,
      pipeWet,
    },
    { blindLevelMm: setup.blindLevelMm, waterBlindMm: gauge?.waterBlindMm ?? 0, pipeL },
  )
  if (volume.blind) return { levelMm: 0, volumeL: 0, pipeL: 0 }
  const productL = Math.max(0, volume.productL - volume.pipeL)
  const factor = mode >= VOLUME_MODES.shell ? shellFactor(shellExpansionPerC, reading.temperatureC) : 1
  return { levelMm, volumeL: productL * factor + volume.pipeL, pipeL: volume.pipeL }
}

/**
 * The reading with the platform's level and litres in the place of the console's. V20 keeps the console's factor; where the
 * console saw nothing, the usual expansion of the product gives it.
 */
export function withPlatformVolume(reading: CompartmentReading, { levelMm, volumeL }: PlatformVolume): CompartmentReading {
  const v20L =
    reading.volumeL > 1
      ? volumeL * (reading.v20L / reading.volumeL)
      : simpleV20L(volumeL, reading.temperatureC, expansionPerC[productGroup(reading.oilCode)])
  return { ...reading, levelMm, volumeL, v20L }
}

/** Litres per mm of a table at a level. */
export const tableSlopeLPerMm = (table: TankTable, levelMm: number): number =>
  (volumeAt(table, levelMm + 5).volumeL - volumeAt(table, Math.max(0, levelMm - 5)).volumeL) / (levelMm < 5 ? levelMm + 5 : 10)

/**
 * One sigma, litres, of the difference between two computations of the same reading: what remains of tilt, and the table.
 * The float's own error is in both.
 */
export const computationSigmaL = (
  table: TankTable,
  levelMm: number,
  volumeL: number,
  sigmas: { readonly tiltSigmaMm: number; readonly tableSigmaPermille: number },
): number => Math.hypot(tableSlopeLPerMm(table, levelMm) * sigmas.tiltSigmaMm, (volumeL * sigmas.tableSigmaPermille) / 1000)
