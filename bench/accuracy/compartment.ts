import { lengthForM } from './elliptic-tank.ts'

export type Product = {
  readonly oilCode: number
  /** At 20 °C. */
  readonly densityKgM3: number
  /** True thermal expansion at 20 °C, per °C. */
  readonly expansionPerC: number
}

export const GASOLINE: Product = { oilCode: 92, densityKgM3: 735, expansionPerC: 0.001239 }
export const DIESEL: Product = { oilCode: 0, densityKgM3: 836, expansionPerC: 0.000851 }
export const WATER: Product = { oilCode: -1, densityKgM3: 998, expansionPerC: 0.00021 }

/** Volume at 20 °C of a litre at a temperature: the exponential form that the standard's tables follow. */
export function shrinkage(expansionPerC: number, temperatureC: number): number {
  const bent = expansionPerC * (temperatureC - 20)
  return Math.exp(-bent * (1 + 0.8 * bent))
}

/** What one compartment truly holds. Its mass is counted as litres at 20 °C. */
export class Compartment {
  readonly number: number
  readonly capacityL: number
  readonly lengthM: number
  product: Product
  v20L = 0
  temperatureC = 20
  /** Free water at the bottom, mm. */
  waterMm = 0
  /** Product in the pipe below the foot valve. */
  pipeWet = false
  /** Litres a minute that flow now, for the ripples on the surface. */
  flowingLpm = 0

  constructor(number: number, capacityL: number, product: Product) {
    this.number = number
    this.capacityL = capacityL
    this.lengthM = lengthForM(capacityL)
    this.product = product
  }

  /** Litres at the temperature it has. */
  get volumeL(): number {
    return this.v20L / shrinkage(this.product.expansionPerC, this.temperatureC)
  }

  /** Litres at 20 °C come in at a temperature. */
  fill(v20L: number, temperatureC: number): void {
    this.temperatureC = (this.temperatureC * this.v20L + temperatureC * v20L) / (this.v20L + v20L)
    this.v20L += v20L
  }

  /** Litres at 20 °C go out; answers what truly went. */
  draw(v20L: number): number {
    const gone = Math.min(this.v20L, v20L)
    this.v20L -= gone
    return gone
  }

  /** Heat comes and goes through the shell. */
  warm(ambientC: number, seconds: number, hours: number): void {
    this.temperatureC += ((ambientC - this.temperatureC) * seconds) / (hours * 3600)
  }
}
