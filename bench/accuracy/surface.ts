import type { Dice } from './dice.ts'

/** How the surface of the cargo swings: it follows changes of speed and the road, and dies away when the truck stands. */
export class Surface {
  /** Height of the swing at half-full, mm. */
  swingMm = 0
  readonly #decayS: number

  constructor(dice: Dice) {
    this.#decayS = dice.between(23, 34)
  }

  /** One second: `roughMm` is what the road alone keeps up while driving. */
  tick(speedMs: number, accelerationMs2: number, roughMm: number): void {
    const keptUpMm = speedMs > 0.5 ? roughMm : 0
    this.swingMm += (keptUpMm - this.swingMm) / this.#decayS + 0.9 * Math.abs(accelerationMs2)
    if (this.swingMm > 80) this.swingMm = 80
    if (this.swingMm < 0.01) this.swingMm = 0
  }

  /** What a gauge sees of it now: near the bottom and the top there is no room to swing. */
  atGaugeMm(share: number, second: number, compartment: number): number {
    const room = Math.min(1, Math.max(0, 4 * share * (1 - share) + 0.25) * Math.min(1, share * 40))
    return this.swingMm * room * Math.sin(second * (2.6 + 0.31 * compartment) + compartment * 1.7)
  }
}
