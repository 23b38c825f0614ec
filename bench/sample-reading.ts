import { packReading } from '@tanker/database/packed-readings'

/** The packed column of a reading with three gauges and nothing else. */
export const sampleReading = (at: number): Buffer =>
  Buffer.from(
    packReading({
      at,
      receivedAt: at,
      clockError: false,
      resent: false,
      kind: 0x0200,
      digest: 0n,
      position: { lat: 31, lng: 119, altitudeM: 5, speedKmh: 50, headingDeg: 90, located: true, accOn: true, alarmBits: 0, statusBits: 3 },
      compartments: [1, 2, 3].map((compartment) => ({
        compartment,
        dataType: 'LC',
        oilCode: 92,
        rawLevelMm: 901.2,
        levelMm: 900.4,
        waterMm: 0,
        volumeL: 5000.1,
        v20L: 4980.2,
        temperatureC: 23.4,
        densityKgM3: 745.6,
        fault: 0,
      })),
      probes: [],
      events: [],
      safety: [],
    }),
  )
