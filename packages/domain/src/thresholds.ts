/**
 * Every number that detection compares with, and its default: domain rules D.1 to D.8.
 * A customer may change each one; they resolve truck → organisation → parent organisation → global.
 * The unit is the end of the name.
 */
export const defaultThresholds = {
  // Hygiene (D.1)
  /** A device time further ahead of receipt than this is a wrong clock. */
  clockAheadMin: 5,
  /** An alarm from a reading older than this at its receipt is history and raises no pop-up. */
  historyAfterMin: 10,
  /** A reading that is older by more than this than one that came before it is late: what it alone says raises no pop-up. */
  lateAfterS: 120,
  /** Fewer satellites than this make a fix invalid. */
  fixSatellites: 4,
  /** A fix that implies more speed than this since the last good one is invalid. */
  fixJumpKmh: 160,
  /** A standing truck that seems to move less than this keeps its position. */
  driftM: 50,
  /** At or above this for `movingFixes` fixes or `movingAfterS`, the truck moves. */
  movingKmh: 5,
  movingFixes: 3,
  movingAfterS: 10,
  /** Below this for `stoppedAfterS`, the truck stands. */
  stoppedKmh: 3,
  stoppedAfterS: 30,
  fenceEnterFixes: 2,
  fenceEnterS: 20,
  fenceLeaveFixes: 3,
  fenceLeaveS: 60,
  /** How far beyond the border a fix must be for the quick way of leaving a fence. */
  fenceLeaveM: 50,
  /** A standing truck's fix may lie this far outside the fence that it is in. */
  fenceWanderM: 20,
  /** A truck that stood in a fence leaves it without driving only when its fixes lie elsewhere for this long. */
  fenceStandLeaveS: 300,
  /** A stop this near outside a site may be an operation there, when its fence is drawn too small … */
  fenceEdgeM: 80,
  /** … and is one when the compartments meant flow at this rate … */
  fenceEdgeLpm: 200,
  /** … by this much. */
  fenceEdgeL: 300,
  /** Openings there wait this long for that flow … */
  fenceEdgeHoldS: 600,
  /** … but no longer than this once litres leave otherwise. */
  fenceEdgeSlowS: 120,
  /** A level step larger than this between two near frames needs a second frame to confirm it. */
  levelJumpMm: 200,
  /** A step that would need more flow than this with no valve open is the gauge's own … */
  levelJumpLpm: 2500,
  /** … and this is enough where the compartment's seals say that it is shut and frames come at least each half minute: more than any hose draws. */
  sealedJumpLpm: 600,
  /** Smaller steps are no jump. */
  levelJumpL: 100,
  /** While driving: the mean level goes on this far from what it was. */
  levelJumpMovingMm: 50,
  /** What the next calm surface may differ by from a jump measured on a swinging one. */
  levelJumpRestL: 60,
  /** Calm: standing for this long … */
  calmAfterS: 60,
  /** … over samples from this long after the stop on, when the surface swings no more by much … */
  settledAfterS: 30,
  /** … with this standard deviation … */
  calmDeviationMm: 3,
  /** … this peak to peak (`maxFluctuation` of tlscfg.txt) … */
  calmRangeMm: 10,
  /** … and at most this tilt (`maxTitleAngleX` / `Y`). */
  calmTiltDeg: 5,
  /** A loaded truck that stops is asked to report each so many seconds (0: it is not asked) … */
  stopReportS: 10,
  /** … for so long. */
  stopReportMin: 10,
  /** Flow is the slope of volume over this window. */
  flowWindowS: 60,
  /** Less flow than this counts as none. */
  flowZeroLpm: 30,

  // Seals (D.1.8)
  coverOpenS: 2,
  coverCloseS: 5,
  wetAfterS: 5,
  dryAfterS: 15,
  longWetMin: 30,
  /** A tank that holds less than this is empty for the rule of long-wet probes; more than this wets a probe rightly. */
  longWetL: 5,
  longDryMin: 30,
  /** Of capacity: above it a dry bottom with an open valve is implausible. */
  longDryFillPercent: 10,
  /** More changes of a probe than this in one minute are chatter. */
  chatterPerMin: 6,
  uncertainS: 60,
  probeSilentS: 60,
  /** A faulty probe is trusted again after it was good for this long. */
  probeGoodMin: 10,

  // Load and status (D.2)
  loadedL: 100,
  /** Of a compartment's capacity. */
  loadedPercent: 2,
  loadedCalmS: 60,
  /** Of a compartment's capacity: before a calm surface decides, more than this is a load. */
  loadedGuessPercent: 10,
  emptyL: 50,
  /** Above the blind level. */
  emptyMm: 10,
  emptyCalmS: 120,
  statusOfflineMin: 10,
  statusParkedMin: 10,
  statusParkedAccOffMin: 5,
  statusAlarmHours: 24,

  // Transport process (D.3)
  coupledS: 3,
  flowStartLpm: 60,
  flowStartL: 50,
  flowStartS: 20,
  levelOnlyStartL: 200,
  levelOnlyStartS: 60,
  flowEndS: 120,
  flowEndClosedS: 30,
  /** The same compartment flowing again within this continues its operation. */
  operationReopenMin: 30,
  loadingDroppedMin: 10,
  stationStopS: 30,
  /** Before this a falling level is unloading only with an open valve: the surface still settles. */
  unloadingStandS: 90,
  unloadingDroppedMin: 15,
  /** Above the blind level. */
  drainedMm: 20,
  drainedPercent: 1,
  drainedS: 10,
  /** Without a slip, no flow for this long ends the unloading at a station. */
  drainedQuietMin: 5,
  emptyProofS: 60,
  /** Above the blind level. */
  emptyProofMm: 5,
  emptyTimerMin: 5,
  emptyTimeoutMin: 30,
  /** Without a slip, a leaving compartment with less than this of its capacity was meant to be emptied. */
  residuePercent: 10,
  /** Without a slip, half unloaded and at no other station for this long, the delivery is unfinished. */
  notUnloadedMin: 120,
  tripEndCalmS: 120,
  departMovingS: 60,
  returnedLoadedMin: 5,
  idleAfterMin: 30,
  /** Calm against the first calm value of the same stop: `npm run bench -- theft` finds no false alarm down to 30 L. */
  dischargeL: 30,
  /** Calm against the last departure, when it fell before the surface came to rest: another slope, a whole drive between. */
  dischargeBeforeCalmL: 50,
  dischargeCalmS: 60,
  abnormalLoadingL: 200,
  /** A fall in a depot that is no return, or in a station of a compartment that the slip names for another stop. */
  yardFallL: 50,
  /** Of what the compartment held: as much goes back to a depot when the load is returned. */
  yardReturnPercent: 90,

  // Records (D.4)
  gravityLpm: 600,
  coverMergeS: 10,
  parkingRecordMin: 3,

  // Abnormal unsealing (D.6)
  unsealingDelayS: 10,
  unsealingMinS: 5,
  boxDoorMinS: 15,
  /** An opening at or above this speed is judged as made while moving. */
  unsealingMovingKmh: 10,
  unsealingEmptyMin: 5,
  unsealingFixAgeMin: 5,
  unsealingMergeMin: 10,
  /** Openings this close in time are one happening, wherever the fixes put them. */
  unsealingTogetherS: 60,
  /** Fall of volume that makes an authorised opening abnormal. */
  authorisedLossL: 20,
  /** Fall of volume that makes a red opening black. */
  blackLossL: 50,
  /** This many openings in 24 h make a red one black. */
  blackOpenings: 3,
  /** A repair card or a one-time password covers openings for this long. */
  authorisedMin: 30,

  // Alarms (D.7)
  highLossL: 50,
  highLossGasolinePermille: 2,
  highLossDieselPermille: 1,
  /** Calm-to-calm fall at one stop. */
  highLossStopL: 100,
  residualL: 20,
  waterMm: 15,
  waterRiseMm: 5,
  waterEndMm: 10,
  waterS: 10,
  waterAfterLoadingMin: 5,
  overspeedKmh: 80,
  expresswayKmh: 80,
  otherRoadKmh: 60,
  overspeedS: 10,
  overspeedHysteresisKmh: 3,
  overspeedRedPercent: 20,
  overspeedRedS: 60,
  speedSourcesDifferKmh: 15,
  speedSourcesDifferS: 60,
  parkingLoadedMin: 30,
  parkingEmptyMin: 120,
  offlineMin: 30,
  offlineLoadedMovingMin: 10,
  powerCutLowV: 8,
  powerCutHighV: 15,
  powerCutS: 60,
  powerCutM: 200,
  powerBackS: 10,
  underVoltageLowV: 10.5,
  underVoltageHighV: 21,
  underVoltageS: 60,
  underVoltageEndLowV: 0.5,
  underVoltageEndHighV: 1,
  boxDoorKmh: 5,
  boxDoorOpenMin: 30,
  /** A box door may stay open for so long after the depot or station work. */
  doorAfterWorkMin: 10,
  consoleSilentMin: 15,
  /** A console that starts after so long a silence had shut down, said or not. */
  restartGapMin: 5,
  safetyMergeS: 60,
  safetyMergeM: 200,
  stormAlarms: 30,
  stormMin: 10,

  // Cargo devices and custody (D.7, screens C.3 and C.4)
  /** A gauge's fault code that stays this long is a device alarm. */
  gaugeFaultS: 30,
  /** A gauge is silent when others of the truck spoke for this long without it. */
  gaugeSilentMin: 10,
  /** Moving for this long … */
  gaugeStuckMin: 10,
  /** … while others swing, a float that moved less than this is stuck … */
  gaugeStuckMm: 0.15,
  /** … and others swing when they moved by more than this. */
  gaugeSwingMm: 5,
  /** A gauge alarm ends after this long without its cause. */
  gaugeGoodMin: 5,
  /** A temperature outside these is an open or short circuit. */
  gaugeColdestC: -45,
  gaugeHottestC: 80,
  /** More tilt than `calmTiltDeg` while standing for this long. */
  tiltBeyondS: 60,
  /** Of capacity; the calm volume above it is overfilled. */
  overfillPercent: 97,
  /** A seal sensor between its gate and zero for this long is at its threshold (209). */
  apiThresholdMin: 5,
  pressureHighKPa: 20,
  pressureLowKPa: -3,
  pressureS: 10,
  pressureBackKPa: 2,
  cabinetHotC: 60,
  cabinetColdC: -30,
  cabinetHumidPercent: 85,
  cabinetDryPercent: 5,
  cabinetTemperatureMin: 3,
  cabinetHumidityMin: 30,
  cabinetBackC: 1,
  cabinetBackPercent: 5,
  cabinetBackMin: 3,
  /** Of the slip's volume: loaded beyond it is more, or less, than planned. */
  loadingPlanPercent: 2,
  /** A product that weighs this much more or less than its own at its temperature is mixed, or another: half of what lies between gasoline and diesel … */
  densityDiffersKgM3: 50,
  /** … for this long at a calm surface. */
  densityCalmS: 60,
  /** A flow's rate that changes by this much of itself … */
  flowStepPercent: 30,
  /** … and by at least this is a step. */
  flowStepLpm: 100,
  /** A flow that rests for this long within an operation has stopped. */
  flowStopS: 30,
  /** Two flows of opposite sign that differ by less than this of the larger one are a transfer. */
  transferPercent: 35,
  /** A bottom valve that opens again within this after the emptying was proven. */
  valveReopenedHours: 24,
  /** Residue that goes outside every site. */
  residueGoneL: 20,
  /** This many red alarms of seals and cargo in 24 h make the last one black. */
  blackReds: 3,
  /** A red alarm not handled for this long becomes black. */
  blackUnhandledHours: 2,
  /** A truck pops up at most once in this time with alarms of one type; emergencies always do. */
  popupEveryMin: 5,
  /** A meter and the gauges that differ by more than this of the delivery contradict each other … */
  meterGaugePercent: 1,
  /** … when it is also more than this. */
  meterGaugeL: 30,
  /** A meter that counted as much while the gauge of the open compartment stands still: its float hangs. */
  meterStuckL: 500,

  // Volume at 20 °C (B.2), by product group
  /** 0 as the console computes it, 1 by the VCF of GB/T 1885, 2 by the expansion coefficient: see `VOLUME_METHODS`. */
  v20MethodGasoline: 0,
  v20MethodDiesel: 0,
  v20MethodOther: 0,
  /** Standard density at 20 °C, for the VCF. */
  density20GasolineKgM3: 735,
  density20DieselKgM3: 840,
  density20OtherKgM3: 820,
  /** Expansion coefficient, for the simple formula. */
  expansionGasolinePerC: 0.0012,
  expansionDieselPerC: 0.0008,
  expansionOtherPerC: 0.0008,

  // Volume from the level (B.1), for trucks whose volumes the platform computes
  /**
   * What the computation includes: 0 nothing, the console's volume counts; 1 the tank table; 2 and tilt; 3 and water and pipe;
   * 4 and V20 by the expansion coefficient; 5 V20 by the VCF instead; 6 and the expansion of the shell.
   */
  volCalcMode: 3,
  /** Of the tank's metal, for 6: aluminium; steel is 0.000012. */
  shellExpansionPerC: 0.000023,
  /** The console's volume and the platform's differ: by more sigmas of the computation than these … */
  volumeDisagreesSigmas: 4,
  /** … and by more than this … */
  volumeDisagreesL: 20,
  /** … on a calm surface for this long. */
  volumeDisagreesMin: 10,

  // Litre ledger
  /** A calm change below this gets no entry of its own: it is added to the next one. */
  ledgerL: 5,
  /** One sigma of a gauge's level, its temperature, what remains of tilt after correction, and the tank table. */
  gaugeSigmaMm: 0.5,
  temperatureSigmaC: 0.1,
  tiltSigmaMm: 0.4,
  tableSigmaPermille: 0.2,

  // Working hours (D.8)
  drivingHours: 4,
  drivingNightHours: 2,
  drivingWarnHours: 3.5,
  drivingDayHours: 8,
  drivingDayWarnHours: 7.5,
  restMin: 20,
  /** Local hour. */
  nightFromHour: 22,
  /** Local hour. */
  nightToHour: 6,
}

export type Thresholds = { readonly [Name in keyof typeof defaultThresholds]: number }
export type ThresholdName = keyof Thresholds
