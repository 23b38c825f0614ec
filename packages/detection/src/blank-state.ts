import { createGaugeWindow } from './gauge-window.ts'
import type { Anchor, GaugeState, ProbeState } from './truck-state.ts'

export const noAnchor = (): Anchor => ({ at: 0, levelMm: 0, volumeL: 0, v20L: 0, temperatureC: 0, calm: false })

export function createGauge(compartment: number): GaugeState {
  return {
    compartment,
    at: 0,
    oilCode: 0,
    fault: 0,
    levelMm: 0,
    waterMm: 0,
    volumeL: 0,
    v20L: 0,
    temperatureC: 0,
    loaded: false,
    loadedSinceAt: 0,
    emptySinceAt: 0,
    calm: noAnchor(),
    calmNow: false,
    stopCalm: noAnchor(),
    stood: noAnchor(),
    refL: 0,
    risingSinceAt: 0,
    fallingSinceAt: 0,
    quietSinceAt: 0,
    lastFlowAt: 0,
    operation: null,
    dischargeAt: 0,
    dischargeSinceAt: 0,
    loadingSinceAt: 0,
    abnormalLoadingAt: 0,
    waterSinceAt: 0,
    waterAlarmAt: 0,
    flowLpm: 0,
    window: createGaugeWindow(),
  }
}

export function createProbe(compartment: number, type: number): ProbeState {
  return {
    compartment,
    type,
    at: 0,
    answering: true,
    rawOpen: false,
    rawWet: false,
    uncertain: false,
    sealCount: 0,
    unseenOpenings: 0,
    open: false,
    openedAt: 0,
    openFrames: 0,
    openPendingAt: 0,
    closePendingAt: 0,
    wet: false,
    wetSinceAt: 0,
    drySinceAt: 0,
    wetPendingAt: 0,
    dryPendingAt: 0,
    uncertainSinceAt: 0,
    silentSinceAt: 0,
    fault: 0,
    faultSinceAt: 0,
    goodSinceAt: 0,
    cover: null,
    unsealing: null,
    alarmAt: 0,
    alarmPlace: null,
    alarmReason: 0,
    flips: [],
  }
}
