import type { Text } from '@tanker/domain/texts/text'
import type { Story } from '../story.ts'
import { isLoaded, type TruckBody } from '../truck-body.ts'

/** An unusual event of one truck. */
export type Scenario = {
  readonly name: string
  readonly title: Text
  /** What it fills: alarm type codes (spec 4.4), record kinds of detection, and cargo reports by their path below cargo_monitor. */
  readonly feeds: readonly (number | string)[]
  /** How often the live fleet picks it, relative to the others; 0 only when asked for. */
  readonly weight: number
  /** Whether it can happen to this truck now. */
  suits(body: TruckBody): boolean
  /** `stops-the-truck`: the driver pulls over and the scenario plays at the roadside, for any length of time. */
  readonly manner: 'alongside' | 'stops-the-truck'
  /** The terminal is off for hours: not for a truck with stored days that wait for their upload. */
  readonly goesDark?: true
  play(body: TruckBody): Story
}

/** Far enough from both ends that no fence is near, with room to stop. */
export const onOpenRoad = (body: TruckBody): boolean =>
  body.activity === 'driving' && body.drivenM > 2_500 && body.aheadM > 3_500 && body.speedMs > 8
export const loadedOnOpenRoad = (body: TruckBody): boolean => onOpenRoad(body) && isLoaded(body)
export const carriesOil = (body: TruckBody): boolean => body.row.model === 'oil-tanker'
/** The fullest compartment's number: what a thief would choose. */
export const fullest = (body: TruckBody) => body.compartments.reduce((best, one) => (one.v20L > best.v20L ? one : best))
