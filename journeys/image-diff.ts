import type { Browser, Page } from 'playwright-core'

/** What a channel of a colour, 0–255, may be off before a pixel counts as different. */
const TOLERANCE = 16

/** A page that reads, compares and packs pictures: the browser that drew them knows their formats. */
export async function openImageDiff(browser: Browser): Promise<Page> {
  const page = await browser.newPage()
  await page.goto('about:blank')
  return page
}

export type Comparison = {
  /** Pixels that differ, of a hundred; all when the size is another. */
  readonly different: number
  /** a PNG: the picture that is seen, pale, and what differs in red; empty when nothing does. */
  readonly difference: Buffer
}

/** Compares two pictures, PNG or WebP, pixel by pixel. */
export async function comparePictures(page: Page, before: Buffer, seen: Buffer): Promise<Comparison> {
  const compared = await page.evaluate(
    async ({ pictures, tolerance }) => {
      const read = pictures.map(async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        const image = await createImageBitmap(new Blob([bytes]))
        const canvas = new OffscreenCanvas(image.width, image.height)
        const pen = canvas.getContext('2d', { willReadFrequently: true })
        pen?.drawImage(image, 0, 0)
        return { canvas, pen, pixels: pen?.getImageData(0, 0, image.width, image.height) ?? new ImageData(1, 1) }
      })
      const [one, other] = await Promise.all(read)
      if (!one || !other) throw new Error('two pictures are compared')
      const sameSize = one.pixels.width === other.pixels.width && one.pixels.height === other.pixels.height
      const { width } = one.pixels
      const [a, b] = [one.pixels.data, other.pixels.data]
      const shown = new Uint8ClampedArray(b)
      let differing = 0
      for (let at = 0; at < b.length; at += 4) {
        let off = false
        // What went away counts as much as what came.
        for (const [places, pixels] of [
          [a, b],
          [b, a],
        ] as const) {
          // Letters on a layer of their own may lie half a pixel aside: the pixel may stand in any of nine places.
          let isElsewhere = true
          for (let beside = 0; isElsewhere && beside < 9; beside += 1) {
            const from = at + 4 * ((beside % 3) - 1 + width * (Math.floor(beside / 3) - 1))
            isElsewhere = [0, 1, 2].some((channel) => Math.abs((places[from + channel] ?? -999) - (pixels[at + channel] ?? 0)) > tolerance)
          }
          off ||= isElsewhere
        }
        for (let channel = at; channel < at + 3; channel += 1) shown[channel] = 192 + (b[channel] ?? 0) / 4
        if (!off) continue
        differing += 1
        shown.set([220, 0, 0], at)
      }
      if (differing === 0 && sameSize) return { different: 0, difference: '' }
      other.pen?.putImageData(new ImageData(shown, other.pixels.width, other.pixels.height), 0, 0)
      const png = new Uint8Array(await (await other.canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())
      return {
        different: sameSize ? (differing * 400) / b.length : 100,
        difference: btoa(png.reduce((text, byte) => text + String.fromCharCode(byte), '')),
      }
    },
    { pictures: [before.toString('base64'), seen.toString('base64')], tolerance: TOLERANCE },
  )
  return { different: compared.different, difference: Buffer.from(compared.difference, 'base64') }
}

/** Channels are kept in such steps, below what the eye and the comparison distinguish: a third of the bytes. */
const STEP = 8

/** The same picture as a small WebP, its colours in steps and nothing else lost. */
export async function packPicture(page: Page, png: Buffer): Promise<Buffer> {
  const packed = await page.evaluate(
    async ({ base64, step }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes]))
      const canvas = new OffscreenCanvas(image.width, image.height)
      const pen = canvas.getContext('2d', { willReadFrequently: true })
      pen?.drawImage(image, 0, 0)
      const pixels = pen?.getImageData(0, 0, image.width, image.height) ?? new ImageData(1, 1)
      pixels.data.forEach((value, at) => (pixels.data[at] = Math.round(value / step) * step))
      pen?.putImageData(pixels, 0, 0)
      // Of full quality is without loss in Chromium.
      const webp = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality: 1 })).arrayBuffer())
      return btoa(webp.reduce((text, byte) => text + String.fromCharCode(byte), ''))
    },
    { base64: png.toString('base64'), step: STEP },
  )
  return Buffer.from(packed, 'base64')
}
