/** The air in the operating cabinet and above the product. */
export type Air = {
  /** In the operating cabinet. */
  temperatureC: number
  humidityPercent: number
  /** Vapour above the outside air, kPa. */
  overPressureKPa: number
  /** A heater left on, a cover pressed onto the exhaust: so much warmer the cabinet wants to be. */
  extraC: number
  /** Water got into the cabinet. */
  wet: boolean
  /** The breathers do not breathe: what the sun and the pumps press together stays. */
  breatherStuck: boolean
}

/** As it is outside. */
export const outsideAir = (): Air => ({
  temperatureC: 18,
  humidityPercent: 60,
  overPressureKPa: 0,
  extraC: 0,
  wet: false,
  breatherStuck: false,
})
