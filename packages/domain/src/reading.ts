/**
 * What one frame from a truck says, after decoding: the input of detection and of storage.
 * Units are in the names; times are milliseconds since 1970 UTC; coordinates are WGS-84 degrees.
 */
export type Reading = {
  /** Device time. Where the device's clock is wrong (see `clockError`), the time of receipt. */
  at: number
  receivedAt: number
  /** The device said a time more than 5 minutes ahead or before 2020 (domain rule D.1.1). */
  clockError: boolean
  /** Sent from the device's memory after a blind zone (JT/T 808 0x0704 type 1). */
  resent: boolean
  /** JT/T 808 message id the reading came in (0x0200, 0x0704 items count as 0x0200, 0x0900 …). */
  kind: number
  /** First 64 bits of a hash of the body: with truck, time and kind it is the key of the reading. */
  digest: bigint
  position: Position
  /** Axial (nose up positive) and lateral (right side up positive) tilt, degrees. */
  tilt?: { readonly axialDeg: number; readonly lateralDeg: number }
  /** External supply and backup battery, volts. */
  power?: { readonly externalV: number; readonly backupV: number }
  /** Gauges; empty when the frame carries none. */
  compartments: readonly CompartmentReading[]
  /** Seal probes that the frame reports; empty when it carries none. */
  probes: readonly ProbeReading[]
  /** What the on-board console says of itself and of its operator's keys; empty when nothing. */
  events: readonly DeviceEvent[]
  /** T/JSATL 12 active-safety blocks. */
  safety: readonly SafetyEvent[]
  /** Air about the cargo, where the truck measures it. */
  environment?: Environment
  /** The airtightness test box, where the truck carries one. */
  airtight?: AirtightBox
  /** Electrical values of seal probes; absent when the frame carries none. */
  sensing?: readonly ProbeSensing[]
  /** Flow meters; absent when the frame carries none. */
  meters?: readonly MeterReading[]
}

export type Position = {
  lat: number
  lng: number
  altitudeM: number
  /** Satellite speed. */
  speedKmh: number
  /** The vehicle's own speed sensor (JT/T 808 extra 0x03). */
  recorderSpeedKmh?: number
  /** 0–359, 0 is north, clockwise. */
  headingDeg: number
  /** Odometer (extra 0x01). */
  mileageKm?: number
  /** Status bit 1: a satellite fix stands behind the coordinates. */
  located: boolean
  accOn: boolean
  satellites?: number
  /** Of the mobile network (extra 0x30), 0–31, 99 unknown. Of the connection, so not stored with the position. */
  signalStrength?: number
  /** JT/T 808-2019 table 24 / -2013 table 24, as sent. */
  alarmBits: number
  /** JT/T 808-2019 table 25 / -2013 table 25, as sent. */
  statusBits: number
}

/** One compartment's gauge at one time (spec 3.9). */
export type CompartmentReading = {
  /** 1–10. */
  readonly compartment: number
  /** Why the gauge was read (spec 3.9). */
  readonly dataType: DataType
  /** > 0 gasoline, −1 other, otherwise diesel (spec 9). */
  readonly oilCode: number
  /** As the float stands. */
  readonly rawLevelMm: number
  /** After zero, float and tilt corrections. */
  readonly levelMm: number
  readonly waterMm: number
  /** Apparent volume Vt. */
  readonly volumeL: number
  /** Volume at 20 °C. */
  readonly v20L: number
  readonly temperatureC: number
  readonly densityKgM3: number
  /** 0 is healthy; see `GAUGE_FAULTS`. */
  readonly fault: number
}

/** Spec 3.9, in wire order: the index is the code on the wire. */
export const DATA_TYPES = ['FF', 'MP', 'LP', 'PL', 'SS', 'RB', 'LC', 'LA', 'LB', 'LM', 'LG', 'IN', 'TT', 'TF', 'LE'] as const
export type DataType = (typeof DATA_TYPES)[number]

/** One seal probe (spec 3.12 elscfg.txt). */
export type ProbeReading = {
  /** 0 for probes of the whole truck, else 1–10. */
  readonly compartment: number
  /** 0–31, see `PROBE_TYPES`. */
  readonly type: number
  /** Bus 0 or 1. */
  readonly line: number
  /** The probe answers on its bus. */
  readonly answering: boolean
  /** Cover, valve or door open. Probes without a switch report false. */
  readonly open: boolean
  /** Wet (liquid seen). Probes without a liquid sensor report false. */
  readonly wet: boolean
  /** Sensor value between its gate and zero: neither clearly open nor closed. */
  readonly uncertain: boolean
  /** How many times the seal was opened since it was armed; wraps at 65 535. */
  readonly sealCount: number
}

/** What a console finds wrong with the electronics of a probe, in wire order: the index is the code on the wire. */
export const SENSING_ERRORS = ['none', 'short-circuit', 'open-circuit', 'over-range', 'drift', 'silent', 'duplicate-serial'] as const
export type SensingError = (typeof SENSING_ERRORS)[number]

/** Electrical values of one seal probe (spec 3.12 elspproperty.txt); null where the console does not know one. */
export type ProbeSensing = {
  /** 0 for probes of the whole truck, else 1–10. */
  readonly compartment: number
  /** 0–31, see `PROBE_TYPES`. */
  readonly type: number
  /** Bus 0 or 1. */
  readonly line: number
  readonly error: SensingError
  /** Ten digits; zeros are none. */
  readonly serial: string
  /** What the sensor gives now. */
  readonly sensorMv: number | null
  /** What it gave when it was calibrated with the cover shut. */
  readonly closeMv: number | null
  /** From here on it is shut, or dry. */
  readonly gateMv: number | null
  /** Down from here it is open, or wet. */
  readonly zeroMv: number | null
  readonly midMv: number | null
  /** More than a sound sensor can give. */
  readonly maxMv: number | null
}

/** Air about the cargo (spec 3.9). */
export type Environment = {
  /** In the operating cabinet. */
  readonly temperatureC: number
  /** Relative humidity in the operating cabinet. */
  readonly humidityPercent: number
  /** Vapour in the compartments, absolute: about 101.3 when the breathers breathe. */
  readonly pressureKPa: number
  /** Bit n: door n is open; 0 operating box left, 1 operating box right, 2 cab left, 3 cab right. */
  readonly doorBits: number
}

/** What a test box does, in wire order: the index is the code on the wire. `holding`: shut off, the pressure is watched. */
export const AIRTIGHT_PHASES = ['idle', 'pressurising', 'holding', 'finished', 'broken-off'] as const
export type AirtightPhase = (typeof AIRTIGHT_PHASES)[number]

/** What a test box tests, in wire order: tanks above or below the air around them, or the vapour recovery line. */
export const AIRTIGHT_TESTS = ['none', 'positive', 'negative', 'recovery'] as const
export type AirtightTest = (typeof AIRTIGHT_TESTS)[number]

/** The airtightness test box of a truck at one time. */
export type AirtightBox = {
  readonly phase: AirtightPhase
  readonly test: AirtightTest
  /** Bit n: valve n is open; 0 supply, 1 relief, 2 vapour line. */
  readonly valveBits: number
  /** The box answers on its bus. */
  readonly answering: boolean
  /** Counts up in the box; 0 none. */
  readonly testNo: number
  /** Against the air around the tank; negative below it. */
  readonly pressurePa: number
  /** Of the vapour. */
  readonly temperatureC: number
  /** Bit n: compartment n + 1 is part of the test. */
  readonly compartmentBits: number
}

/** One flow meter at one time (spec 3.11). */
export type MeterReading = {
  /** From 1. */
  readonly meter: number
  /** See `CompartmentReading`. */
  readonly oilCode: number
  /** 0 idle, 1 preset running, 2 free running, 3 paused. */
  readonly mode: number
  /** The meter answers on its bus. */
  readonly answering: boolean
  /** This delivery, uncompensated. */
  readonly deliveryL: number
  /** This delivery at 20 °C. */
  readonly deliveryV20L: number
  readonly deliveryKg: number
  /** All deliveries since the meter was made; wraps. */
  readonly totalL: number
  /** Average of this delivery. */
  readonly temperatureC: number
  readonly flowLpm: number
  /** Number of the delivery receipt, 0 when none is open. */
  readonly receipt: number
}

/** Something the console reports once, when it happens. */
export type DeviceEvent = {
  readonly event: DeviceEventKind
  /** What the event concerns: a compartment, a card … 0 when nothing. */
  readonly subject: number
  readonly text: string
}

/** In wire order: the index is the code on the wire (docs/tanker-extension.md). */
export const DEVICE_EVENTS = [
  'console-started',
  'console-shut-down',
  'controller-started',
  'controller-shut-down',
  'seals-armed',
  'repair-card',
  'one-time-password',
  'driver-signed-in',
  'driver-signed-out',
  'manual-empty-proof',
  'controller-silent',
  'product-changed',
] as const
export type DeviceEventKind = (typeof DEVICE_EVENTS)[number]

/** One T/JSATL 12 block of a position (domain E.1). */
export type SafetyEvent = {
  /** 0x64 ADAS, 0x65 DSM, 0x66 tyres, 0x67 blind spot, 0x70 harsh driving. */
  readonly item: number
  /** Event type inside the item; for tyres the bit mask of the worst tyre. */
  readonly type: number
  /** 0 a point event, 1 begins, 2 ends. */
  readonly flag: 0 | 1 | 2
  /** 1 or 2; 0 where the item has none. */
  readonly level: number
  /** The terminal's own number of the alarm: begin and end share it. */
  readonly alarmId: number
  /** Pictures and clips that the terminal holds for it. */
  readonly attachments: number
  /** Names them to the terminal; absent without any, and in readings stored by older releases. */
  readonly mark?: EvidenceMark
}

/** What ties an event to the pictures and clips that the terminal holds for it (T/JSATL 12-2017 table 4-16). */
export type EvidenceMark = {
  readonly terminalId: string
  /** YYMMDDhhmmss by the clock of the terminal, as sent. */
  readonly time: string
  /** From 0 within one second. */
  readonly sequence: number
}
