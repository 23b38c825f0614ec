/** Plain shapes on pixels: what a picture of a virtual camera is made of. */
import { encode } from 'jpeg-js'
import { glyphOf, LATIN_ROWS, rowsOf } from './glyphs.ts'

export type Colour = readonly [red: number, green: number, blue: number]

const QUALITY = 75

export class Canvas {
  readonly width: number
  readonly height: number
  readonly #pixels: Buffer

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.#pixels = Buffer.alloc(width * height * 4, 255)
  }

  #dot(x: number, y: number, [red, green, blue]: Colour): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return
    const at = (y * this.width + x) * 4
    this.#pixels[at] = red
    this.#pixels[at + 1] = green
    this.#pixels[at + 2] = blue
  }

  rectangle(left: number, top: number, width: number, height: number, colour: Colour): void {
    const [x, y] = [Math.round(left), Math.round(top)]
    for (let row = 0; row < Math.round(height); row += 1)
      for (let column = 0; column < Math.round(width); column += 1) this.#dot(x + column, y + row, colour)
  }

  ellipse(x: number, y: number, radiusX: number, radiusY: number, colour: Colour): void {
    for (let dy = -Math.ceil(radiusY); dy <= radiusY; dy += 1) {
      const half = radiusX * Math.sqrt(Math.max(0, 1 - (dy / radiusY) ** 2))
      this.rectangle(x - half, y + dy, half * 2, 1, colour)
    }
  }

  /** From one horizontal line to another, as the lanes of a road seen from a truck. */
  wedge(from: { x: number; y: number; width: number }, to: { x: number; y: number; width: number }, colour: Colour): void {
    const rows = to.y - from.y
    for (let row = 0; row <= rows; row += 1) {
      const share = row / rows
      const width = from.width + (to.width - from.width) * share
      this.rectangle(from.x + (to.x - from.x) * share - width / 2, from.y + row, width, 1, colour)
    }
  }

  text(words: string, left: number, top: number, size: number, colour: Colour): void {
    let x = left
    for (const letter of words) {
      const columns = glyphOf(letter)
      const rows = rowsOf(columns)
      const y = top - ((rows - LATIN_ROWS) / 2) * size
      for (const [column, bits] of columns.entries())
        for (let row = 0; row < rows; row += 1) if (bits & (1 << row)) this.rectangle(x + column * size, y + row * size, size, size, colour)
      x += (columns.length + 1) * size
    }
  }

  jpeg(): Buffer {
    return encode({ width: this.width, height: this.height, data: this.#pixels }, QUALITY).data
  }
}
