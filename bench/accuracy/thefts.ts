import type { Journey } from './journey.ts'
import {
  deliversAtA,
  deliversAtB,
  delivers,
  leaves,
  lingers,
  loaded,
  LOSS,
  OPENING,
  roadsideKm,
  type Scenario,
  slipBySeed,
} from './trip.ts'
import { API, FOOT_VALVE, MANHOLE } from './tanker.ts'

const RATES_S = [10, 30, 60, 300] as const
const SIZES_L = [30, 60, 100, 300] as const
const DARK_S = 330

/** Litres lost at the roadside through the foot valve and its coupling; the seals report it. */
function opened(litres: number): Scenario {
  return {
    name: `opened-${litres}`,
    play(seed) {
      const journey = loaded(seed, slipBySeed(seed))
      const { dice } = journey
      const compartment = dice.whole(1, 3)
      journey.drive(roadsideKm(journey)).wait(lingers(journey))
      const from = journey.at
      journey.opens(compartment, API).wait(dice.between(4, 15)).opens(compartment, FOOT_VALVE).wait(3)
      journey.flows(compartment, -litres, dice.between(60, 200))
      journey.wait(10).closes(compartment, FOOT_VALVE).wait(6).closes(compartment, API)
      journey.expects({
        kind: `seal opened at the roadside, ${litres} L: the opening`,
        types: OPENING,
        compartments: [compartment],
        from,
        litres,
        litresKind: `seal opened at the roadside, ${litres} L: its litres`,
        loss: { standingS: journey.terminal.standingS },
      })
      return delivers(journey.wait(lingers(journey)))
    },
  }
}

/** Litres go and no seal opens: only the level knows. */
function levelOnly(standingS: number, litres: number): Scenario {
  return {
    name: `level-only-${standingS}s-${litres}`,
    play(seed) {
      const journey = loaded(seed, { ...slipBySeed(seed), standingS })
      const { dice } = journey
      const compartment = dice.whole(1, 3)
      journey.drive(roadsideKm(journey)).wait(lingers(journey))
      const from = journey.at
      journey.flows(compartment, -litres, dice.between(60, 200))
      const kind = `level only, ${litres} L, frame each ${standingS} s`
      journey.expects({ kind, types: LOSS, compartments: [compartment], from, litres, loss: { standingS } })
      return delivers(journey.wait(lingers(journey)))
    },
  }
}

function siphon(stops: boolean): Scenario {
  const kind = `siphon of 2 L/min on the road, ${stops ? 'with a stop of 7 min' : 'straight to the station'}`
  return {
    name: stops ? 'siphon-stop' : 'siphon-straight',
    play(seed) {
      const journey = loaded(seed, slipBySeed(seed))
      const compartment = journey.dice.whole(1, 3)
      const before = journey.tanker.compartment(compartment).v20L
      journey.drive(1.5)
      const from = journey.at
      journey.tanker.tap(compartment, -79, 2)
      journey.drive(24, { kmh: 34 })
      if (stops) journey.wait(420)
      journey.drive(25, { kmh: 30 })
      journey.tanker.shutTaps()
      const litres = before - journey.tanker.compartment(compartment).v20L
      journey.expects({ kind, types: LOSS, compartments: [compartment], from, litres, loss: { standingS: 30 } })
      return delivers(journey)
    },
  }
}

/** It drips while the truck stands; half an hour of standing with a load is parking overtime. */
function leak(lpm: number, mustReport: boolean): Scenario {
  return {
    name: `leak-${lpm}`,
    play(seed) {
      const journey = loaded(seed, slipBySeed(seed))
      const compartment = journey.dice.whole(1, 3)
      journey.drive(roadsideKm(journey))
      const stoppedAt = journey.at
      journey.wait(journey.dice.between(60, 300))
      const from = journey.at
      journey.flows(compartment, -lpm * 50, lpm)
      journey.wait(lingers(journey))
      journey.expects({ kind: 'parking overtime, standing with a leak', types: [4], from: stoppedAt })
      journey.expects({
        kind: `leak of ${lpm} L/min standing, ${lpm * 50} L`,
        types: LOSS,
        compartments: [compartment],
        from,
        litres: lpm * 50,
        must: mustReport,
        ...(mustReport && lpm * 50 >= 60 ? { loss: { standingS: 30 } } : {}),
      })
      return delivers(journey)
    },
  }
}

/** Half a percent goes of each compartment while the sun makes up for it. */
const warmed: Scenario = {
  name: 'temperature-hides',
  play(seed) {
    const journey = loaded(seed, { ...slipBySeed(seed), ambientC: 12, daySwingC: 3 })
    journey.drive(roadsideKm(journey))
    const stoppedAt = journey.at
    const { compartments } = journey.tanker
    const warms = (seconds: number): void => {
      for (let left = seconds; left > 0; left -= 10) {
        for (const compartment of compartments) compartment.temperatureC += 6 / 330
        journey.wait(10)
      }
    }
    warms(300)
    for (const { number, v20L } of compartments) {
      const from = journey.at
      journey.flows(number, -v20L * 0.005, 80)
      journey.expects({
        kind: '0.5 % of each compartment while it warms by 6 °C',
        types: LOSS,
        compartments: [number],
        from,
        litres: v20L * 0.005,
      })
      warms(720)
    }
    warms(840)
    journey.expects({ kind: 'parking overtime, standing in the sun', types: [4], from: stoppedAt })
    return delivers(journey.wait(120))
  },
}

/** Off for minutes, with less aboard after. Half of the consoles have a battery and go on sending positions. */
function powerCut(litres: number): Scenario {
  return {
    name: `power-cut-${litres}`,
    play(seed) {
      const journey = loaded(seed, slipBySeed(seed))
      const compartment = journey.dice.whole(1, 3)
      journey.drive(roadsideKm(journey)).wait(lingers(journey) + 100)
      const from = journey.at
      if (seed % 2 === 0) journey.terminal.onBattery = true
      else journey.terminal.dark = true
      journey
        .wait(60)
        .flows(compartment, -litres, 120)
        .wait(DARK_S - 60)
      journey.terminal.start()
      journey.expects({ kind: 'power cut of minutes on the road', types: [311, 323], also: [214, 324], from, until: journey.at + 120_000 })
      journey.expects({
        kind: `power cut, ${litres} L less after it`,
        types: LOSS,
        compartments: [compartment],
        from,
        litres,
        must: litres >= 60,
        ...(litres >= 60 ? { loss: { standingS: 30 } } : {}),
      })
      return delivers(journey.wait(lingers(journey)))
    },
  }
}

/** The console sleeps, a seal is opened and shut, and its counter has moved. */
const darkCounter: Scenario = {
  name: 'dark-counter',
  play(seed) {
    const journey = loaded(seed, slipBySeed(seed))
    const compartment = journey.dice.whole(1, 3)
    journey.drive(roadsideKm(journey)).wait(lingers(journey))
    const from = journey.at
    journey.terminal.dark = true
    journey.wait(DARK_S)
    journey.tanker.seal(compartment, journey.dice.chance(0.5) ? API : MANHOLE).count += journey.dice.whole(1, 3)
    journey.terminal.start()
    journey.expects({ kind: 'console dark, seal counter moved', types: [320, 1], compartments: [compartment], from })
    journey.expects({ kind: 'console dark', types: [311, 323], from, must: false })
    return delivers(journey.wait(200))
  },
}

/** The repair crew changed the box: all counters start from somewhere else, and no seal was opened. */
const newCounters: Scenario = {
  name: 'counters-replaced',
  play(seed) {
    const journey = loaded(seed, slipBySeed(seed))
    journey.drive(roadsideKm(journey)).wait(lingers(journey))
    const from = journey.at
    journey.terminal.dark = true
    journey.wait(DARK_S)
    const base = journey.dice.whole(60, 900)
    for (const seal of journey.tanker.seals) seal.count = seed % 2 === 0 ? 0 : base + journey.dice.whole(0, 40)
    journey.terminal.start()
    journey.expects({ kind: 'all seal counters new after the console was changed', types: [320, 211, 329], from, must: false, mostRows: 1 })
    journey.expects({ kind: 'console dark', types: [311, 323], from, must: false })
    return delivers(journey.wait(200))
  },
}

const manhole: Scenario = {
  name: 'manhole-roadside',
  play(seed) {
    const journey = loaded(seed, slipBySeed(seed))
    const compartment = journey.dice.whole(1, 3)
    journey.drive(roadsideKm(journey)).wait(lingers(journey))
    const from = journey.at
    journey.opens(compartment, MANHOLE).wait(journey.dice.between(20, 120)).closes(compartment, MANHOLE)
    journey.expects({ kind: 'manhole at the roadside', types: [1], compartments: [compartment], from, until: journey.at + 60_000 })
    return delivers(journey.wait(lingers(journey)))
  },
}

/** The short case: seven minutes at the roadside, closed seals, straight on. */
const shortStop: Scenario = {
  name: 'short-stop-theft',
  play(seed) {
    const journey = loaded(seed, slipBySeed(seed))
    const compartment = journey.dice.whole(1, 3)
    const litres = seed % 2 === 0 ? 60 : 100
    journey.drive(roadsideKm(journey))
    const stoppedAt = journey.at
    const from = journey.wait(100).at
    journey.flows(compartment, -litres, 60)
    journey.expects({
      kind: `level only, ${litres} L in a stop of 7 min`,
      types: LOSS,
      compartments: [compartment],
      from,
      litres,
      loss: { standingS: 30 },
    })
    journey.wait(420 - (journey.at - stoppedAt) / 1000)
    return delivers(journey)
  },
}

/** From two compartments at two stops: two thefts are two alarms. */
const twice: Scenario = {
  name: 'two-thefts',
  play(seed) {
    const journey = loaded(seed, slipBySeed(seed))
    for (const [compartment, km] of [
      [1, journey.dice.between(5, 9)],
      [3, journey.dice.between(15, 16.5)],
    ] as const) {
      journey.drive(km).wait(lingers(journey))
      const from = journey.at
      journey.flows(compartment, -100, 100).wait(lingers(journey))
      journey.expects({
        kind: 'level only, 100 L at each of two stops',
        types: LOSS,
        compartments: [compartment],
        from,
        litres: 100,
        loss: { standingS: 30 },
      })
    }
    deliversAtA(journey)
    return leaves(deliversAtB(journey) as Journey)
  },
}

/** As much as goes between two frames, past seals that report shut: to the level alone it looks like a gauge that jumped. */
const dump: Scenario = {
  name: 'dump-in-a-frame',
  play(seed) {
    const journey = loaded(seed, slipBySeed(seed))
    const compartment = journey.dice.whole(1, 3)
    const { terminal, tanker } = journey
    journey.drive(roadsideKm(journey)).wait(lingers(journey))
    for (const frames = terminal.frames.length; terminal.frames.length === frames;) journey.wait(1)
    const from = journey.at
    const litres = journey.dice.between(350, 550)
    tanker.compartment(compartment).draw(litres)
    journey.expects({
      kind: 'sealed dump of 350 to 550 L between two frames',
      types: LOSS,
      compartments: [compartment],
      from,
      litres,
      also: [329],
    })
    return delivers(journey.wait(lingers(journey)))
  },
}

export const THEFTS: readonly Scenario[] = [
  ...SIZES_L.map(opened),
  levelOnly(30, 30),
  ...RATES_S.flatMap((rate) => [60, 100, 300].map((litres) => levelOnly(rate, litres))),
  siphon(false),
  siphon(true),
  leak(5, true),
  leak(1, true),
  leak(0.5, false),
  warmed,
  powerCut(40),
  powerCut(80),
  powerCut(150),
  darkCounter,
  newCounters,
  manhole,
  shortStop,
  twice,
  dump,
]
