import type { SCREENS } from '@tanker/contract/screens'
import type { ComponentType } from 'react'

type OwnScreenPath = Extract<(typeof SCREENS)[number], { kind: 'screen' }>['path']

/** Screens with a component of their own; one that is missing here does not compile. */
export const SCREEN_COMPONENTS: Record<OwnScreenPath, () => Promise<{ default: ComponentType }>> = {
  'monitor/cargo_transport': () => import('./cargo-transport/cargo-transport.tsx').then((module) => ({ default: module.CargoTransport })),
}
