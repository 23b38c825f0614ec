import type { Page } from 'playwright-core'

/** What stands on a picture: how many colours, and how many pixels near one. */
export type Colours = { readonly different: number; near(colour: string): number }

/** Reads a picture in the browser that drew it. `colour` is `#rrggbb`. */
export async function coloursIn(page: Page, picture: Buffer): Promise<Colours> {
  const counted = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const pen = new OffscreenCanvas(image.width, image.height).getContext('2d')
    pen?.drawImage(image, 0, 0)
    const { data } = pen?.getImageData(0, 0, image.width, image.height) ?? { data: [] }
    const counts = new Map<number, number>()
    for (let pixel = 0; pixel < data.length; pixel += 4) {
      const colour = ((data[pixel] ?? 0) << 16) | ((data[pixel + 1] ?? 0) << 8) | (data[pixel + 2] ?? 0)
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
    }
    return [...counts]
  }, picture.toString('base64'))
  const parts = (colour: number): readonly number[] => [colour >> 16, (colour >> 8) & 255, colour & 255]
  return {
    different: counted.length,
    near(colour) {
      const wanted = parts(Number.parseInt(colour.slice(1), 16))
      const isNear = (one: number): boolean => parts(one).every((part, index) => Math.abs(part - (wanted[index] ?? 0)) <= 24)
      return counted.reduce((sum, [one, count]) => sum + (isNear(one) ? count : 0), 0)
    },
  }
}
