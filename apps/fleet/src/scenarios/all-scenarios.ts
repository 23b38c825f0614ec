/** The table of contents: every scenario, and by its `feeds` which reports and alarms it fills. */
import { blindSpot, driverWatch, roadAhead, tyres } from './active-safety.ts'
import { gaugeFault, gaugeOffset, noEmptyProof, stopsShort, topLoading, waterInTank } from './cargo.ts'
import { boxDoorAjar, parkOpening, probeChatter, roadsideOpening, roadsideTheft, sealBreak, silentProbe } from './covers.ts'
import { emergency, harshBraking, longShift, overspeed, parkingOvertime } from './driving.ts'
import { blindZone, consoleRestart, controllerSilent, gpsLost, laidUp, powerCut, repairVisit, undervoltage } from './equipment.ts'
import type { Scenario } from './scenario.ts'

export const allScenarios: readonly Scenario[] = [
  roadsideOpening,
  roadsideTheft,
  boxDoorAjar,
  sealBreak,
  probeChatter,
  silentProbe,
  parkOpening,
  overspeed,
  emergency,
  parkingOvertime,
  harshBraking,
  longShift,
  stopsShort,
  noEmptyProof,
  waterInTank,
  gaugeOffset,
  gaugeFault,
  topLoading,
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
