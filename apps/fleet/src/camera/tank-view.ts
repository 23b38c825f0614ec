/** What the cameras on the tank of a virtual truck see: covers, valves and the cab, without an event of T/JSATL 12. */
import { Canvas, type Colour } from './canvas.ts'

export type TankView = {
  readonly plate: string
  /** As the terminal writes it: YYMMDDhhmmss. */
  readonly time: string
  readonly speedKmh: number
  readonly camera: 'api' | 'subsea' | 'manhole' | 'cab'
  /** A cover or valve of this camera is open. */
  readonly isOpen: boolean
}

const [WIDTH, HEIGHT] = [480, 270]
const BAND = 24
const BLACK: Colour = [18, 18, 20]
const WHITE: Colour = [238, 238, 232]
const STEEL: Colour = [164, 170, 178]
const SHADE: Colour = [104, 110, 118]
const RED: Colour = [200, 48, 40]
const GREEN: Colour = [46, 140, 74]

/** Written by cameras in English only: their letters are few. */
const NAMES: Readonly<Record<TankView['camera'], string>> = { api: 'API VALVES', subsea: 'BOTTOM VALVES', manhole: 'MANHOLES', cab: 'CAB' }

function drawManholes(canvas: Canvas, isOpen: boolean): void {
  canvas.rectangle(0, 0, WIDTH, 110, [150, 178, 204])
  canvas.rectangle(0, 96, WIDTH, HEIGHT - 96, STEEL)
  canvas.rectangle(0, 96, WIDTH, 6, SHADE)
  for (const [index, x] of [110, 240, 370].entries()) {
    const open = isOpen && index === 1
    canvas.ellipse(x, 176, 46, 24, SHADE)
    canvas.ellipse(x, 174, 38, 18, open ? BLACK : STEEL)
    if (open) canvas.ellipse(x + 34, 138, 16, 36, SHADE)
    canvas.ellipse(x, 226, 5, 5, open ? RED : GREEN)
  }
}

function drawValves(canvas: Canvas, isOpen: boolean): void {
  canvas.rectangle(0, 0, WIDTH, HEIGHT, [70, 74, 80])
  canvas.rectangle(24, 44, WIDTH - 48, 190, SHADE)
  for (const [index, x] of [110, 240, 370].entries()) {
    const open = isOpen && index === 0
    canvas.rectangle(x - 16, 60, 32, 90, STEEL)
    canvas.ellipse(x, 166, 40, 40, STEEL)
    canvas.ellipse(x, 166, 28, 28, open ? BLACK : SHADE)
    if (open) canvas.rectangle(x - 12, 166, 24, 66, [52, 56, 60])
    canvas.ellipse(x, 224, 5, 5, open ? RED : GREEN)
  }
}

function drawCab(canvas: Canvas): void {
  canvas.rectangle(0, 0, WIDTH, HEIGHT, [52, 54, 58])
  canvas.rectangle(30, 38, 420, 92, [150, 178, 204])
  canvas.rectangle(30, 130, 420, 60, [38, 40, 44])
  canvas.ellipse(150, 206, 56, 56, [30, 32, 36])
  canvas.ellipse(150, 206, 44, 44, [52, 54, 58])
}

/** A JPEG with the view, and plate, time, speed and camera written into it. */
export function drawTankView({ plate, time, speedKmh, camera, isOpen }: TankView): Buffer {
  const canvas = new Canvas(WIDTH, HEIGHT)
  if (camera === 'manhole') drawManholes(canvas, isOpen)
  else if (camera === 'cab') drawCab(canvas)
  else drawValves(canvas, isOpen)
  const [year, month, day, hour, minute, second] = time.match(/\d\d/g) ?? []
  canvas.rectangle(0, 0, WIDTH, BAND, BLACK)
  canvas.text(plate, 8, 5, 2, WHITE)
  canvas.text(`20${year}-${month}-${day} ${hour}:${minute}:${second}`, 232, 5, 2, WHITE)
  canvas.rectangle(0, HEIGHT - BAND, WIDTH, BAND, BLACK)
  canvas.text(NAMES[camera], 8, HEIGHT - 19, 2, WHITE)
  canvas.text(`${Math.round(speedKmh)} KM/H`, 388, HEIGHT - 19, 2, WHITE)
  return canvas.jpeg()
}
