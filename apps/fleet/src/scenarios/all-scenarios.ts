/** The table of contents: every scenario, and by its `feeds` which reports and alarms it fills. */
import { blindSpot, driverWatch, roadAhead, tyres } from './active-safety.ts'
import { hotCabinet, stuckBreather, wetCabinet } from './air.ts'
import { gaugeFault, gaugeOffset, noEmptyProof, stopsShort, topLoading, waterInTank } from './cargo.ts'
import {
  boxDoorAjar,
  housingOpened,
  parkOpening,
  probeChatter,
  roadsideOpening,
  roadsideTheft,
  sealBreak,
  silentProbe,
  worthlessSignal,
} from './covers.ts'
import { emergency, harshBraking, longShift, overspeed, parkingOvertime } from './driving.ts'
import { blindZone, consoleRestart, controllerSilent, gpsLost, laidUp, powerCut, repairVisit, undervoltage } from './equipment.ts'
import { levelJump, openThermometer, silentGauge, steepStop, stuckFloat } from './gauges.ts'
import { faultySensor } from './probes.ts'
import { overfill, productChange, pumpedOver, roadsideLoading, wrongProduct } from './loading.ts'
import type { Scenario } from './scenario.ts'
import { emergencyCut, residueDrained, shortEmptying, slowDrain, valveNotShut, valveReopened } from './unloading.ts'

export const allScenarios: readonly Scenario[] = [
  roadsideOpening,
  roadsideTheft,
  boxDoorAjar,
  sealBreak,
  housingOpened,
  probeChatter,
  silentProbe,
  worthlessSignal,
  faultySensor,
  parkOpening,
  overspeed,
  emergency,
  parkingOvertime,
  harshBraking,
  longShift,
  stopsShort,
  noEmptyProof,
  shortEmptying,
  valveReopened,
  residueDrained,
  slowDrain,
  emergencyCut,
  valveNotShut,
  waterInTank,
  gaugeOffset,
  gaugeFault,
  stuckFloat,
  silentGauge,
  openThermometer,
  levelJump,
  steepStop,
  topLoading,
  overfill,
  wrongProduct,
  productChange,
  roadsideLoading,
  pumpedOver,
  hotCabinet,
  wetCabinet,
  stuckBreather,
  powerCut,
  undervoltage,
  gpsLost,
  blindZone,
  consoleRestart,
  controllerSilent,
  repairVisit,
  laidUp,
  roadAhead,
  driverWatch,
  tyres,
  blindSpot,
]
