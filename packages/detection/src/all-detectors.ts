import { noteDeviceEvents } from './cargo/cargo-journal.ts'
import { recordDarkUnloading, stepDark, stepDarkUnloading } from './cargo/dark-unloading.ts'
import { stepEdge, stepEdgeLeft, stepEntered } from './cargo/edge-work.ts'
import { stepUnfinished } from './cargo/emptying.ts'
import { stepLedger } from './cargo/ledger.ts'
import { stepMovedLitres } from './cargo/moved-litres.ts'
import { stepNotUnloaded } from './cargo/not-unloaded.ts'
import { stepFlow, stepOperations } from './cargo/operations.ts'
import { stepDeparture, stepStandingChanges } from './cargo/standing-changes.ts'
import { stepTransfers } from './cargo/transfers.ts'
import { stepTripDistance } from './cargo/trip-distance.ts'
import { stepArrival } from './cargo/trip.ts'
import { stepUnseenUnloading } from './cargo/unseen-unloading.ts'
import { stepWaterTruck } from './cargo/water-truck.ts'
import { forgetAlarms } from './alarm-limits.ts'
import { detector, type OwnStates } from './detector.ts'
import { stepAir } from './equipment/air.ts'
import { airtightState, stepAirtight } from './equipment/airtight-tests.ts'
import { shutdownState, stepSilence, takeConsoleEvents } from './equipment/console-events.ts'
import { stepConsoleFaults } from './equipment/console-faults.ts'
import { stepEmergency } from './equipment/emergency.ts'
import { powerState, stepPower } from './equipment/power.ts'
import { safetyState, stepSafety } from './equipment/safety-events.ts'
import { stepDensity } from './gauges/density.ts'
import { stepGaugeTroubles } from './gauges/gauge-troubles.ts'
import { stepGauges, takeGauges } from './gauges/gauges.ts'
import { settleFlowing, stepJumps } from './gauges/jump-settlement.ts'
import { stepLoadWithoutGauge } from './gauges/load-without-gauge.ts'
import { stepMeters } from './gauges/meter-delivery.ts'
import { countedGauges } from './gauges/volume-basis.ts'
import { stepVolumeCheck } from './gauges/volume-check.ts'
import { stepWater } from './gauges/water.ts'
import { curveState, stepCurveSpeeding } from './motion/curve-speeding.ts'
import { drivenState, stepDriven } from './motion/driven.ts'
import { stepMembership } from './motion/fence-membership.ts'
import { stepFenceVisits, visitState } from './motion/fence-visits.ts'
import { stepFix } from './motion/fix.ts'
import { harshState, stepHarshDriving } from './motion/harsh-driving.ts'
import { stepMotion } from './motion/motion.ts'
import { endOffline, offlineState, stepOffline } from './motion/offline.ts'
import { overspeedState, stepOverspeed } from './motion/overspeed.ts'
import { parkingByClock, stepParking } from './motion/parking.ts'
import { hoursState, stepWorkingHours } from './motion/working-hours.ts'
import { stepProcess } from './process/process-machine.ts'
import { stepCovers } from './seals/covers.ts'
import { stepHappenings } from './seals/happenings.ts'
import { stepProbeHealth } from './seals/probe-health.ts'
import { takeSensing } from './seals/probe-sensing.ts'
import { stepProbes, takeProbes } from './seals/probes.ts'
import { stepSealBreaks } from './seals/seal-breaks.ts'
import { freezeSeals } from './seals/seal-counts.ts'
import { stepSiteAlarms } from './seals/site-alarms.ts'

/**
 * What is run for each reading, in this order. An entry has the state that it alone remembers; `after` names entries above it
 * whose results it reads in the same step, so that moving one of them fails at start instead of changing alarms.
 */
export const DETECTORS = [
  // Where the truck is.
  detector({ name: 'fix', step: (moment, { position }) => stepFix(moment, position) }),
  detector({ name: 'motion', after: ['fix'], step: stepMotion }),
  detector({ name: 'membership', after: ['motion'], step: stepMembership }),
  detector({ name: 'tripDistance', after: ['fix'], step: stepTripDistance }),

  // What its devices say.
  detector({ name: 'sealCounts', after: ['membership'], step: freezeSeals }),
  detector({ name: 'dark', on: 'fuel', after: ['membership'], step: stepDark }),
  detector({
    name: 'gaugeReadings',
    after: ['membership'],
    step: (moment, reading) => {
      if (reading.compartments.length > 0) takeGauges(moment, countedGauges(moment, reading), reading.events)
    },
  }),
  detector({ name: 'probeReadings', after: ['sealCounts'], step: (moment, { probes }) => takeProbes(moment, probes) }),
  detector({
    name: 'probeSensing',
    on: 'fuel',
    after: ['probeReadings'],
    step: (moment, { sensing }) => {
      if (sensing !== undefined) takeSensing(moment, sensing)
    },
  }),
  detector({
    name: 'shutdown',
    state: shutdownState,
    after: ['membership'],
    step: (moment, { events }, shutdown) => takeConsoleEvents(moment, shutdown, events),
  }),
  detector({ name: 'deviceEvents', after: ['shutdown'], step: (moment, { events }) => noteDeviceEvents(moment, events) }),
  detector({ name: 'gauges', after: ['gaugeReadings'], step: (moment) => stepGauges(moment, moment.tiltDeg) }),
  detector({
    name: 'entered',
    on: 'fuel',
    after: ['membership', 'gauges'],
    step: (moment) => {
      if (moment.entered) stepEntered(moment)
    },
  }),
  detector({
    name: 'edge',
    on: 'fuel',
    after: ['membership', 'gauges'],
    step: (moment) => {
      if (moment.state.membership.edge !== null) stepEdge(moment)
    },
  }),
  detector({ name: 'jumps', on: 'fuel', after: ['gauges'], step: stepJumps }),
  detector({ name: 'probes', after: ['probeReadings'], step: stepProbes }),

  // The cargo of fuel trucks: seals, flow, process, account.
  detector({ name: 'loadWithoutGauge', on: 'fuel', after: ['gauges', 'probes'], step: stepLoadWithoutGauge }),
  detector({ name: 'probeHealth', on: 'fuel', after: ['probes'], step: stepProbeHealth }),
  detector({ name: 'covers', on: 'fuel', after: ['probes', 'probeHealth'], step: stepCovers }),
  detector({ name: 'sealBreaks', on: 'fuel', after: ['probeReadings'], step: (moment, { probes }) => stepSealBreaks(moment, probes) }),
  detector({ name: 'siteAlarms', on: 'fuel', after: ['probes', 'probeHealth'], step: stepSiteAlarms }),
  detector({ name: 'movedLitres', on: 'fuel', after: ['gauges', 'jumps'], step: stepMovedLitres }),
  detector({ name: 'happenings', on: 'fuel', after: ['covers', 'sealBreaks', 'siteAlarms'], step: stepHappenings }),
  detector({ name: 'flow', on: 'fuel', after: ['gauges', 'jumps'], step: stepFlow }),
  detector({ name: 'jumpsInFlow', on: 'fuel', after: ['flow'], step: settleFlowing }),
  detector({
    name: 'edgeLeft',
    on: 'fuel',
    after: ['happenings', 'flow'],
    step: (moment) => {
      if (moment.state.custody.happenings.length > 0) stepEdgeLeft(moment)
    },
  }),
  detector({ name: 'transfers', on: 'fuel', after: ['flow'], step: stepTransfers }),
  detector({
    name: 'departure',
    on: 'fuel',
    after: ['motion', 'flow'],
    step: (moment) => {
      if (moment.droveOff) stepDeparture(moment)
    },
  }),
  detector({ name: 'darkUnloading', on: 'fuel', after: ['dark', 'flow'], step: stepDarkUnloading }),
  detector({ name: 'unseenUnloading', on: 'fuel', after: ['departure', 'flow'], step: stepUnseenUnloading }),
  detector({
    name: 'process',
    on: 'fuel',
    after: ['membership', 'flow', 'departure', 'darkUnloading', 'unseenUnloading'],
    step: stepProcess,
  }),
  detector({
    name: 'darkUnloaded',
    on: 'fuel',
    after: ['process'],
    step: (moment) => {
      if (moment.darkFalls.length > 0) recordDarkUnloading(moment)
    },
  }),
  detector({ name: 'operations', on: 'fuel', after: ['flow', 'process'], step: stepOperations }),
  detector({ name: 'arrival', on: 'fuel', after: ['process'], step: stepArrival }),
  detector({ name: 'unfinished', on: 'fuel', after: ['process'], step: stepUnfinished }),
  detector({ name: 'notUnloaded', on: 'fuel', after: ['process'], step: stepNotUnloaded }),
  detector({ name: 'standingChanges', on: 'fuel', after: ['operations'], step: stepStandingChanges }),
  detector({ name: 'water', on: 'fuel', after: ['gauges'], step: stepWater }),
  detector({ name: 'ledger', on: 'fuel', after: ['operations', 'standingChanges'], step: stepLedger }),
  detector({
    name: 'density',
    on: 'fuel',
    after: ['operations'],
    step: (moment, { compartments }) => {
      if (compartments.length > 0) stepDensity(moment, compartments)
    },
  }),
  detector({ name: 'waterTruck', on: 'water', after: ['gauges', 'probes'], step: stepWaterTruck }),
  detector({
    name: 'air',
    step: (moment, { environment }) => {
      if (environment !== undefined) stepAir(moment, environment)
    },
  }),
  detector({
    name: 'airtight',
    state: airtightState,
    after: ['membership'],
    step: (moment, { airtight }, hold) => {
      if (airtight !== undefined) stepAirtight(moment, airtight, hold)
    },
  }),
  detector({
    name: 'meters',
    after: ['gauges'],
    step: (moment, { meters }) => {
      if (meters !== undefined) stepMeters(moment, meters)
    },
  }),

  // Driving and equipment.
  detector({ name: 'fenceVisits', state: visitState, after: ['membership'], step: (moment, _, visit) => stepFenceVisits(moment, visit) }),
  // Before a stop is forgotten by `parking`: the way from where it stood is driven too.
  detector({
    name: 'driven',
    state: drivenState,
    after: ['membership'],
    step: (moment, { position }, driven) => stepDriven(moment, position, driven),
  }),
  detector({ name: 'parking', after: ['membership'], onClock: parkingByClock, step: (moment) => stepParking(moment, moment.at) }),
  detector({ name: 'offline', state: offlineState, onClock: stepOffline, onFrame: endOffline }),
  detector({ name: 'overspeed', state: overspeedState, after: ['membership'], step: stepOverspeed }),
  detector({
    name: 'harshDriving',
    state: harshState,
    after: ['motion'],
    step: (moment, { safety }, harsh) => stepHarshDriving(moment, safety, harsh),
  }),
  detector({ name: 'curveSpeeding', state: curveState, after: ['gauges'], step: (moment, _, curve) => stepCurveSpeeding(moment, curve) }),
  detector({ name: 'hours', state: hoursState, after: ['motion'], step: (moment, _, hours) => stepWorkingHours(moment, hours) }),
  detector({ name: 'emergency', after: ['fix'], step: (moment, { position }) => stepEmergency(moment, position.alarmBits) }),
  detector({ name: 'power', state: powerState, after: ['motion'], step: stepPower }),
  detector({ name: 'consoleFaults', after: ['fix'], step: (moment, { position }) => stepConsoleFaults(moment, position.alarmBits) }),
  detector({ name: 'safety', state: safetyState, after: ['fix'], step: stepSafety }),
  detector({
    name: 'silence',
    after: ['shutdown'],
    step: (moment, { compartments, probes }) => stepSilence(moment, compartments.length > 0 || probes.length > 0),
  }),

  // Once a minute.
  detector({
    name: 'gaugeTroubles',
    on: 'minute',
    after: ['gauges', 'probes'],
    step: (moment) => stepGaugeTroubles(moment, moment.tiltDeg),
  }),
  detector({
    name: 'volumeCheck',
    on: 'minute',
    after: ['gauges'],
    step: (moment, reading) => {
      if (reading.compartments.length > 0) stepVolumeCheck(moment, reading)
    },
  }),
  detector({ name: 'alarmCounts', on: 'minute', step: forgetAlarms }),
] as const

/** What each of them alone remembers. */
export type OwnState = OwnStates<typeof DETECTORS>
