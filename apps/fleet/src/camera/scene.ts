/** What a camera of a virtual truck saw at an active-safety event (T/JSATL 12). */
import { Canvas, type Colour } from './canvas.ts'

export type Scene = {
  readonly plate: string
  /** As the terminal writes it: YYMMDDhhmmss. */
  readonly time: string
  readonly speedKmh: number
  /** 0x64: the camera looks at the road. 0x65: at the driver. */
  readonly item: 0x64 | 0x65
  readonly type: number
  /** Which of the event's pictures, from 0: one after the other is closer. */
  readonly index: number
}

const [WIDTH, HEIGHT] = [480, 270]
const HORIZON = 118
const BAND = 24
const BLACK: Colour = [18, 18, 20]
const WHITE: Colour = [238, 238, 232]
const SKIN: Colour = [196, 152, 122]
const RED: Colour = [200, 48, 40]

/** Written by cameras in English only: their letters are few. */
const EVENTS: Readonly<Record<Scene['item'], Readonly<Record<number, string>>>> = {
  0x64: {
    1: 'FORWARD COLLISION',
    2: 'LANE DEPARTURE',
    3: 'HEADWAY',
    4: 'PEDESTRIAN',
    5: 'LANE CHANGES',
    6: 'ROAD SIGN',
    7: 'OBSTACLE',
  },
  0x65: { 1: 'FATIGUE', 2: 'PHONE', 3: 'SMOKING', 4: 'DISTRACTION', 5: 'DRIVER ABNORMAL' },
}

function drawRoad(canvas: Canvas, { type, index }: Scene): void {
  const middle = WIDTH / 2 + (type === 2 ? 70 + index * 14 : 0)
  canvas.rectangle(0, 0, WIDTH, HORIZON, [150, 178, 204])
  canvas.rectangle(0, HORIZON, WIDTH, HEIGHT - HORIZON, [92, 112, 74])
  canvas.wedge({ x: WIDTH / 2, y: HORIZON, width: 16 }, { x: middle, y: HEIGHT, width: WIDTH * 1.3 }, [88, 88, 92])
  for (const side of [-1, 1])
    for (let dash = 0; dash < 5; dash += 1) {
      const at = (share: number) => ({
        x: WIDTH / 2 + (middle + side * 150 - WIDTH / 2) * share,
        y: Math.round(HORIZON + (HEIGHT - HORIZON) * share),
        width: 1 + 9 * share,
      })
      canvas.wedge(at(((dash + index / 3) / 5) ** 2), at(((dash + index / 3 + 0.5) / 5) ** 2), WHITE)
    }
  if (type === 4) {
    canvas.ellipse(262, 124 - index * 4, 7 + index, 8 + index, SKIN)
    canvas.rectangle(253 - index, 132 - index * 3, 18 + index * 2, 52 + index * 8, [52, 72, 140])
  } else if (type !== 2 && type !== 6) {
    const size = (type === 1 ? 1.5 : type === 5 ? 0.7 : 1.1) + index * 0.16
    const left = WIDTH / 2 - 50 * size
    canvas.rectangle(left, 168 - 62 * size, 100 * size, 62 * size, [156, 160, 166])
    canvas.rectangle(left + 10 * size, 168 - 54 * size, 80 * size, 24 * size, [58, 66, 76])
    for (const lamp of [4, 84]) canvas.rectangle(left + lamp * size, 168 - 22 * size, 12 * size, 8 * size, RED)
    canvas.rectangle(left + 6 * size, 168, 88 * size, 5 * size, BLACK)
  } else if (type === 6) {
    canvas.rectangle(372, 80, 5, 92, [120, 120, 124])
    canvas.ellipse(374, 72, 25, 25, RED)
    canvas.ellipse(374, 72, 19, 19, WHITE)
    canvas.text('80', 362, 66, 2, BLACK)
  }
}

function drawDriver(canvas: Canvas, { type, index }: Scene): void {
  const x = WIDTH / 2 + (type === 4 ? 34 + index * 8 : index * 5)
  const y = 118 + (type === 1 ? index * 9 : 0)
  canvas.rectangle(0, 0, WIDTH, HEIGHT, [52, 54, 58])
  canvas.rectangle(24, BAND + 14, 104, 120, [126, 142, 156])
  canvas.rectangle(170, 40, 140, 200, [38, 40, 44])
  if (type === 5) return canvas.rectangle(206, 28, 68, 46, [30, 32, 36])
  canvas.ellipse(WIDTH / 2, 262, 96, 70, [58, 78, 112])
  canvas.ellipse(x, y, 44, 56, SKIN)
  canvas.ellipse(x, y - 42, 45, 22, BLACK)
  for (const side of [-1, 1]) {
    if (type === 1) canvas.rectangle(x + side * 18 - 8, y - 4, 16, 3, BLACK)
    else canvas.ellipse(x + side * 18 + (type === 4 ? 5 : 0), y - 4, 6, 4, BLACK)
  }
  canvas.rectangle(x - 12, y + 28, 24, 4, [130, 70, 66])
  if (type === 2) {
    canvas.rectangle(x + 38, y - 18, 14, 54, BLACK)
    canvas.ellipse(x + 52, y + 24, 16, 20, SKIN)
  }
  if (type === 3) {
    canvas.rectangle(x + 8, y + 29, 40, 5, WHITE)
    canvas.rectangle(x + 46, y + 29, 6, 5, [226, 104, 40])
  }
}

/** A JPEG with the scene, and plate, time, speed and event written into it. */
export function drawScene(scene: Scene): Buffer {
  const canvas = new Canvas(WIDTH, HEIGHT)
  if (scene.item === 0x64) drawRoad(canvas, scene)
  else drawDriver(canvas, scene)
  const [year, month, day, hour, minute, second] = scene.time.match(/\d\d/g) ?? []
  canvas.rectangle(0, 0, WIDTH, BAND, BLACK)
  canvas.text(scene.plate, 8, 5, 2, WHITE)
  canvas.text(`20${year}-${month}-${day} ${hour}:${minute}:${second}`, 232, 5, 2, WHITE)
  canvas.rectangle(0, HEIGHT - BAND, WIDTH, BAND, BLACK)
  canvas.text(EVENTS[scene.item][scene.type] ?? 'EVENT', 8, HEIGHT - 19, 2, WHITE)
  canvas.text(`${Math.round(scene.speedKmh)} KM/H`, 388, HEIGHT - 19, 2, WHITE)
  return canvas.jpeg()
}
