import type {
  AirtightBox,
  CompartmentReading,
  DeviceEventKind,
  Environment,
  MeterReading,
  ProbeReading,
  Reading,
} from '@tanker/domain/reading'
import { ellipticVolumeL } from '@tanker/domain/tank/tank-table'
import { ellipticLevelMm } from '@tanker/domain/tank/test-elliptic-tank'
import { type Probe, randomOf, soundGauge } from './a-day-parts.ts'
import { lngAt, roadLat, tank } from './a-truck.ts'

export { aTruck, capacityL, depot, fenceFinder, park, repairShop, secondStation, station, tank } from './a-truck.ts'

/** A day of one truck as a list of actions: drive, couple, load, wait. Frames come every ten seconds. */

const dayStart = Date.UTC(2026, 4, 11, 0, 0, 0)
export function aDay(seed = 1) {
  const random = randomOf(seed)
  const readings: Reading[] = []
  const volumes = [0, 0, 0]
  const probes: Probe[] = []
  for (const compartment of [1, 2, 3]) {
    for (const type of [0, 1, 2, 3]) {
      probes.push({ compartment, type, open: false, wet: false, sealCount: 7, changed: true, answering: true, uncertain: false })
    }
  }
  let at = dayStart
  let km = 0
  let speedKmh = 0
  let sloshMm = 0
  let roughMm = 0
  let swings: { hz: number; phase: number } | null = null
  let located = true
  let externalV = 27
  let accOn = true
  let events: Reading['events'] = []
  let alarmBits = 0
  let environment: Environment | null = null
  let airtight: AirtightBox | null = null
  let meters: readonly MeterReading[] | null = null
  let tilt = { axialDeg: 0.4, lateralDeg: 0.2 }
  let temperatureC = 28
  let noiseFactor = 1
  const leaksLpm = [0, 0, 0]
  const gauges = [1, 2, 3].map(() => ({ ...soundGauge }))
  let digest = 0n

  const noise = (): number => (random() + random() + random() - 1.5) * 1.2 * noiseFactor

  function gauge(index: number): CompartmentReading {
    const volumeL = volumes[index] ?? 0
    // The surface swings by about 0.6 Hz: at ten-second frames every phase is as likely.
    const phase =
      swings === null ? at * 0.0037 + index * 2.1 + random() * 6 : (at / 1000) * swings.hz * 2 * Math.PI + swings.phase + index * 2.1
    const swing = volumeL < 20 || noiseFactor === 0 ? 0 : sloshMm * Math.sin(phase)
    const quirks = gauges[index] ?? soundGauge
    const swimsMm = Math.max(0, ellipticLevelMm(tank, volumeL) + swing + (volumeL < 1 ? 0 : noise() * 0.4)) + quirks.offsetMm
    const levelMm = quirks.heldMm >= 0 ? quirks.heldMm : swimsMm
    const swimsL = volumeL + (levelMm - ellipticLevelMm(tank, volumeL)) * litresPerMm(volumeL)
    const seenL = quirks.heldMm >= 0 ? ellipticVolumeL(tank, levelMm) : Math.max(0, swimsL)
    return {
      compartment: index + 1,
      dataType: 'TT',
      oilCode: quirks.oilCode,
      rawLevelMm: levelMm,
      // What tilt correction adds moves though the float hangs.
      levelMm: levelMm + quirks.wigglesMm * Math.sin(at),
      waterMm: quirks.waterMm,
      volumeL: seenL,
      // Product of 28 °C whose volume at 20 °C is a hundredth less; what warms it later changes the volume only.
      v20L: (seenL / (1 + 0.0012 * (temperatureC - 28))) * 0.99,
      temperatureC,
      densityKgM3: quirks.densityKgM3,
      fault: quirks.fault,
    }
  }

  function probeWord(probe: Probe): ProbeReading {
    const { compartment, type, open, wet, sealCount, answering, uncertain } = probe
    return { compartment, type, line: 0, answering, open, wet, uncertain, sealCount }
  }

  /** One frame now; seals are sent when one changed, and all of them every ten minutes. */
  function frame(): void {
    const scan = (at / 1000) % 600 === 0 || probes.some(({ changed }) => changed)
    for (const probe of probes) probe.changed = false
    digest += 1n
    readings.push({
      at,
      receivedAt: at + 2000,
      clockError: false,
      resent: false,
      kind: 0x0200,
      digest,
      position: {
        lat: roadLat,
        lng: lngAt(km),
        altitudeM: 5,
        speedKmh,
        headingDeg: 90,
        located,
        accOn,
        satellites: located ? 11 : 0,
        alarmBits,
        statusBits: 3,
      },
      tilt,
      power: { externalV, backupV: 4 },
      compartments: [0, 1, 2].filter((index) => gauges[index]?.silent !== true).map(gauge),
      probes: scan ? probes.map(probeWord) : [],
      events,
      safety: [],
      ...(environment === null ? {} : { environment }),
      ...(airtight === null ? {} : { airtight }),
      ...(meters === null ? {} : { meters }),
    })
    events = []
  }

  function tick(seconds = 10): void {
    at += seconds * 1000
    km += (speedKmh * seconds) / 3600
    // Sloshing dies down within a minute or two of standing (domain B.4).
    if (speedKmh > 0) sloshMm = roughMm || 15
    else sloshMm *= Math.exp(-seconds / 22)
    for (const [index, lpm] of leaksLpm.entries()) volumes[index] = Math.max(0, (volumes[index] ?? 0) - (lpm * seconds) / 60)
    for (const probe of probes) {
      if (probe.type !== 3) continue
      const held = volumes[probe.compartment - 1] ?? 0
      const valve = probes.find((other) => other.compartment === probe.compartment && other.type === 2)
      const wet = held > 15 && (valve?.open ?? false) ? true : held <= 15 ? false : probe.wet
      if (wet !== probe.wet) {
        probe.wet = wet
        probe.changed = true
      }
    }
    frame()
  }

  function set(compartment: number, type: number, open: boolean): void {
    const probe = probes.find((known) => known.compartment === compartment && known.type === type)
    if (!probe || probe.open === open) return
    probe.open = open
    probe.changed = true
    if (open) probe.sealCount += 1
  }

  const day = {
    readings,
    get at() {
      return at
    },
    get km() {
      return km
    },
    /** Puts product aboard without a story, before the day begins. */
    holds(...litres: number[]) {
      litres.forEach((volumeL, index) => {
        volumes[index] = volumeL
      })
      return day
    },
    stands(atKm: number) {
      km = atKm
      return day
    },
    waits(seconds: number, everyS = 10) {
      speedKmh = 0
      for (let left = seconds; left > 0; left -= everyS) tick(Math.min(everyS, left))
      return day
    },
    /** To a place on the road, then stops; comes to rest within the last frame. */
    drivesTo(targetKm: number, kmh = 60) {
      const distanceKm = Math.abs(targetKm - km)
      const direction = Math.sign(targetKm - km)
      speedKmh = kmh
      const steps = Math.max(1, Math.round((distanceKm / kmh) * 360))
      const stepKm = (direction * distanceKm) / steps
      for (let step = 0; step < steps; step += 1) {
        const from = km
        tick()
        km = from + stepKm
        const last = readings[readings.length - 1]
        if (last) last.position.lng = lngAt(km)
      }
      speedKmh = 0
      return day
    },
    drivesFor(seconds: number, kmh: number, everyS = 10) {
      speedKmh = kmh
      for (let left = seconds; left > 0; left -= everyS) tick(everyS)
      return day
    },
    /** Sloshing while driving from now on, mm. */
    roughRoad(mm: number) {
      roughMm = mm
      return day
    },
    /** The surface swings steadily with this frequency instead of with any phase; a frame rate near it sees a slow swing. */
    swingsAt(hz: number, phase: number) {
      swings = { hz, phase }
      return day
    },
    opens(compartment: number, ...types: number[]) {
      for (const type of types) set(compartment, type, true)
      return day
    },
    closes(compartment: number, ...types: number[]) {
      for (const type of types) set(compartment, type, false)
      return day
    },
    /** Litres flow in (positive) or out of a compartment at a rate, L/min; the last frame may come early. */
    flows(compartment: number, litres: number, lpm: number) {
      speedKmh = 0
      const index = compartment - 1
      const target = (volumes[index] ?? 0) + litres
      const perTick = (Math.sign(litres) * lpm) / 6
      for (;;) {
        const now = volumes[index] ?? 0
        if (now === target) return day
        volumes[index] = Math.abs(target - now) <= Math.abs(perTick) ? target : now + perTick
        tick()
      }
    },
    /** From now on product leaves a compartment at this rate, L/min, on the road too; 0 ends it. */
    leaks(compartment: number, lpm: number) {
      leaksLpm[compartment - 1] = lpm
      return day
    },
    gps(works: boolean) {
      located = works
      return day
    },
    power(volts: number) {
      externalV = volts
      return day
    },
    engine(on: boolean) {
      accOn = on
      return day
    },
    says(event: DeviceEventKind, subject = 0, text = '') {
      events = [...events, { event, subject, text }]
      return day
    },
    alarmBits(bits: number) {
      alarmBits = bits
      return day
    },
    /** Times a quiet gauge's noise; 0 is gauges without noise and swing, for what must come out to the litre. */
    gaugeNoise(factor: number) {
      noiseFactor = factor
      return day
    },
    air(temperature: number, humidityPercent: number, pressureKPa: number) {
      environment = { temperatureC: temperature, humidityPercent, pressureKPa, doorBits: 0 }
      return day
    },
    /** What the test box says from now on. */
    boxed(box: AirtightBox) {
      airtight = box
      return day
    },
    metered(...words: readonly MeterReading[]) {
      meters = words
      return day
    },
    tilts(axialDeg: number) {
      tilt = { axialDeg, lateralDeg: 0 }
      return day
    },
    /** The product of all compartments takes this temperature: its volume follows, its volume at 20 °C stays. */
    warmsTo(celsius: number) {
      const factor = (1 + 0.0012 * (celsius - 28)) / (1 + 0.0012 * (temperatureC - 28))
      volumes.forEach((volumeL, index) => {
        volumes[index] = volumeL * factor
      })
      temperatureC = celsius
      return day
    },
    /** What is odd about a gauge from now on; `heldMm` is where its float hangs. */
    gauge(compartment: number, quirks: Partial<typeof soundGauge>) {
      Object.assign(gauges[compartment - 1] ?? {}, quirks)
      return day
    },
    /** The seal probe's sensor stands between its gate and zero, or the probe is dead. */
    probe(compartment: number, type: number, quirks: Partial<Probe>) {
      const known = probes.find((one) => one.compartment === compartment && one.type === type)
      if (known) Object.assign(known, quirks, { changed: true })
      return day
    },
    /** A further seal probe of the truck. */
    has(compartment: number, type: number) {
      probes.push({ compartment, type, open: false, wet: false, sealCount: 0, changed: true, answering: true, uncertain: false })
      return day
    },
    /** Liquid goes from one compartment into another, L/min. */
    transfers(from: number, into: number, litres: number, lpm: number) {
      speedKmh = 0
      for (let left = litres; left > 0; left -= lpm / 6) {
        const moved = Math.min(left, lpm / 6)
        volumes[from - 1] = (volumes[from - 1] ?? 0) - moved
        volumes[into - 1] = (volumes[into - 1] ?? 0) + moved
        tick()
      }
      return day
    },
    /** Litres that a compartment truly holds. */
    truly: (compartment: number): number => volumes[compartment - 1] ?? 0,
    /** A frame at once, as seals send when they change. */
    now(seconds = 1) {
      tick(seconds)
      return day
    },
    /** Time without frames, in which the truck may roll on. */
    skips(seconds: number, rolledKm = 0) {
      at += seconds * 1000
      km += rolledKm
      return day
    },

    /** Couples, loads all three one after the other, uncouples. */
    loads(litres: readonly number[], pauseS: number) {
      for (const compartment of [1, 2, 3]) day.opens(compartment, 0)
      day.waits(20)
      litres.forEach((volumeL, index) => {
        if (index > 0) day.waits(pauseS)
        day.flows(index + 1, volumeL, 1500)
      })
      day.waits(200)
      for (const compartment of [1, 2, 3]) day.closes(compartment, 0)
      return day.waits(120)
    },
    /** Opens valve and API of all three, unloads them one after the other; leaves what each shall keep. */
    unloads(keeps: readonly number[], pauseS: number, lpm = 500) {
      for (const compartment of [1, 2, 3]) day.opens(compartment, 0, 2)
      day.waits(20)
      keeps.forEach((keepL, index) => {
        if (index > 0) day.waits(pauseS)
        day.flows(index + 1, keepL - (volumes[index] ?? 0), lpm)
      })
      return day
    },
    shuts() {
      for (const compartment of [1, 2, 3]) day.closes(compartment, 0, 2)
      return day
    },
  }
  return day
}

/** Slope of the tank's volume, for turning a swing of the surface into litres. */
function litresPerMm(volumeL: number): number {
  const levelMm = ellipticLevelMm(tank, volumeL)
  const u = 1 - levelMm / 1000 / tank.halfHeightM
  return 2 * tank.lengthM * tank.halfWidthM * Math.sqrt(Math.max(0, 1 - u * u))
}
