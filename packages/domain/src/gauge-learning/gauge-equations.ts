/**
 * What loadings and unloadings say about a compartment's gauge. A reference (depot meter or station tank) and the gauge measured
 * the same product; what the two differ by has one of three causes, and each grows in its own way:
 *
 * - scale: the tank table is wrong by a share, so the difference grows with the litres moved;
 * - offset: the gauge reads so many mm too low, so the difference grows with the slope of the tank at the level;
 * - temperature: the sensor reads so many °C too low, so V20 is wrong by volume × expansion, and the sensor differs from the
 *   thermometer of the meter.
 */
export const GAUGE_CAUSES = ['scale', 'offset', 'temperature'] as const
export type GaugeCause = (typeof GAUGE_CAUSES)[number]

/** One value for each cause: table scale error in per mille, level offset in mm, temperature bias in °C. True − measured. */
export type ByCause = Readonly<Record<GaugeCause, number>>

/** One end of a loading or unloading as the gauge read it. */
export type GaugeEnd = {
  readonly levelMm: number
  readonly volumeL: number
  readonly v20L: number
  /** Litres per mm of the tank at this level. */
  readonly slopeLPerMm: number
  readonly calm: boolean
  /** Below what the gauge can see: it reads nothing, though a residue may be there. */
  readonly blind: boolean
}

/** One loading or unloading with a second measurement from outside the truck. */
export type GaugeObservation = {
  /** When the full end was read, milliseconds UTC. */
  readonly at: number
  readonly kind: 'loading' | 'unloading'
  /** The end with more product: after a loading, before an unloading. */
  readonly full: GaugeEnd
  readonly rest: GaugeEnd
  /** Expansion of the product per °C. */
  readonly expansion: number
  /** What the depot meter gave or the station tank took, at 20 °C. */
  readonly referenceV20L: number
  /** One sigma of it by chance; what the meter is always wrong by comes on top, see `meterSigmaPermille`. */
  readonly referenceSigmaL: number
  /** Names the meter or station tank: what it is always wrong by is the same for all that it measured. */
  readonly meter: string
  /** One sigma of what such a meter is always wrong by. */
  readonly meterSigmaPermille: number
  /** At the full end by the truck's sensor; null when it said nothing. */
  readonly gaugeTemperatureC: number | null
  /** The product's by the thermometer of the meter; null when unknown. */
  readonly referenceTemperatureC: number | null
}

/** One sigma of a single reading. */
export type ReadingSigmas = { readonly gaugeSigmaMm: number; readonly tiltSigmaMm: number; readonly temperatureSigmaC: number }

/** A quantity that is not asked for but blurs what is: known beforehand to be `mean` ± `sigma`. */
export type Nuisance = { readonly key: string; readonly mean: number; readonly sigma: number }

/** One line of the estimate: residual = causes · coefficients + nuisances · coefficients + noise of one sigma. */
export type GaugeEquation = {
  /** Index of the observation that it came from. */
  readonly observation: number
  /** Litres, or °C for the temperature's own line. */
  readonly unit: 'L' | '°C'
  readonly residual: number
  readonly sigma: number
  readonly of: ByCause
  readonly nuisances: readonly { readonly nuisance: Nuisance; readonly coefficient: number }[]
}

/** A surface that was not calm may be read wrong by this much more (as in `lossSigmaL`). */
const swingingFactor = 5
/** Product loses or takes so much heat between the meter's thermometer and the truck's sensor, one sigma: by chance and always. */
const handoverSigmaC = 0.4
const handoverAlwaysSigmaC = 0.25
/** What usually lies in the tank where the gauge is blind, and how well that is known: the same residue every time. */
const residue: Nuisance = { key: 'residue', mean: 2, sigma: 3 }
/** Whether it is of a meter, which others know too, and not of the compartment itself. */
export const isOfMeter = ({ key }: Nuisance): boolean => key !== residue.key
/** With more than this share left in the tank, its temperature is not that of what the meter gave. */
const mixedShare = 0.1

/** The lines that observations give: litres for each, and a temperature where meter and sensor measured the same product. */
export function gaugeEquations(observations: readonly GaugeObservation[], sigmas: ReadingSigmas): GaugeEquation[] {
  return observations.flatMap((observation, index) => {
    const temperature = temperatureEquation(observation, index, sigmas)
    return [litresEquation(observation, index, sigmas), ...(temperature ? [temperature] : [])]
  })
}

function litresEquation(seen: GaugeObservation, observation: number, sigmas: ReadingSigmas): GaugeEquation {
  const { full, rest, expansion, referenceV20L } = seen
  const movedV20L = full.v20L - rest.v20L
  const ends = rest.blind ? [full] : [full, rest]
  let squares = seen.referenceSigmaL ** 2 + ((full.volumeL - rest.volumeL) * expansion * sigmas.temperatureSigmaC) ** 2
  for (const end of ends) {
    const slope = end.slopeLPerMm * (end.calm ? 1 : swingingFactor)
    squares += (slope * sigmas.gaugeSigmaMm) ** 2 + (slope * sigmas.tiltSigmaMm) ** 2
  }
  const meter = { key: `meter ${seen.meter}`, mean: 0, sigma: seen.meterSigmaPermille }
  return {
    observation,
    unit: 'L',
    residual: referenceV20L - movedV20L,
    sigma: Math.sqrt(squares),
    of: {
      scale: movedV20L / 1000,
      offset: slopeV20(full) - (rest.blind ? 0 : slopeV20(rest)),
      temperature: -expansion * (full.volumeL - rest.volumeL),
    },
    nuisances: [{ nuisance: meter, coefficient: referenceV20L / 1000 }, ...(rest.blind ? [{ nuisance: residue, coefficient: -1 }] : [])],
  }
}

const slopeV20 = ({ slopeLPerMm, volumeL, v20L }: GaugeEnd): number => (volumeL > 0 ? (slopeLPerMm * v20L) / volumeL : slopeLPerMm)

function temperatureEquation(seen: GaugeObservation, observation: number, sigmas: ReadingSigmas): GaugeEquation | null {
  const { gaugeTemperatureC, referenceTemperatureC, full, rest } = seen
  if (gaugeTemperatureC === null || referenceTemperatureC === null || rest.volumeL > full.volumeL * mixedShare) return null
  return {
    observation,
    unit: '°C',
    residual: referenceTemperatureC - gaugeTemperatureC,
    sigma: Math.hypot(sigmas.temperatureSigmaC, handoverSigmaC),
    of: { scale: 0, offset: 0, temperature: 1 },
    nuisances: [{ nuisance: { key: `thermometer ${seen.meter}`, mean: 0, sigma: handoverAlwaysSigmaC }, coefficient: 1 }],
  }
}
