/** A gauge's reading that counts as a measurement. */
export type Anchor = {
  at: number
  levelMm: number
  volumeL: number
  v20L: number
  temperatureC: number
  /** Read from a calm surface; otherwise its quality is low. */
  calm: boolean
}

export const noAnchor = (): Anchor => ({ at: 0, levelMm: 0, volumeL: 0, v20L: 0, temperatureC: 0, calm: false })
