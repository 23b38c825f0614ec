import type { Map as MapLibre } from 'maplibre-gl'
import { type Palette, LOOK_COLOUR } from '../ui/tokens.ts'
import type { MarkIcon } from './trail-features.ts'

const RATIO = 2

const drawn = (size: number, draw: (pen: CanvasRenderingContext2D) => void): ImageData => {
  const canvas = new OffscreenCanvas(size * RATIO, size * RATIO)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas support')
  pen.scale(RATIO, RATIO)
  draw(pen as unknown as CanvasRenderingContext2D)
  return pen.getImageData(0, 0, size * RATIO, size * RATIO)
}

/** A dot of the state's colour; `moving` adds the arrow head that points where the truck drives (north before rotation). */
const truckIcon = (colour: string, edge: string, moving: boolean): ImageData =>
  drawn(28, (pen) => {
    pen.translate(14, 14)
    pen.fillStyle = colour
    pen.strokeStyle = edge
    pen.lineWidth = 2
    pen.lineJoin = 'round'
    pen.beginPath()
    if (moving) {
      pen.moveTo(0, -12)
      pen.lineTo(8.5, 9)
      pen.lineTo(0, 5)
      pen.lineTo(-8.5, 9)
      pen.closePath()
    } else pen.arc(0, 0, 6.5, 0, 2 * Math.PI)
    pen.stroke()
    pen.fill()
  })

const PLACE_MARKS: Record<string, (pen: CanvasRenderingContext2D) => void> = {
  depot: (pen) => {
    pen.fillRect(5, 7, 4.5, 7)
    pen.fillRect(10.5, 5, 4.5, 9)
  },
  station: (pen) => {
    pen.fillRect(6, 5, 6, 10)
    pen.fillRect(13, 7, 1.8, 6)
  },
  park: (pen) => pen.fillText('P', 10, 10.5),
  repair: (pen) => pen.fillText('R', 10, 10.5),
  custom: (pen) => pen.fillRect(7, 7, 6, 6),
}

const placeIcon = (palette: Palette, mark: (pen: CanvasRenderingContext2D) => void): ImageData =>
  drawn(20, (pen) => {
    pen.fillStyle = palette.mapHalo
    pen.strokeStyle = palette.mapPlace
    pen.lineWidth = 1.2
    pen.beginPath()
    pen.roundRect(1.5, 1.5, 17, 17, 4)
    pen.fill()
    pen.stroke()
    pen.fillStyle = palette.mapPlace
    pen.font = '700 12px sans-serif'
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    mark(pen)
  })

/** A small sign with a frame, which stretches behind the number of a road. */
export const roadSign = (palette: Palette) => ({
  image: drawn(16, (pen) => {
    pen.fillStyle = palette.mapHalo
    pen.strokeStyle = palette.mapPlace
    pen.lineWidth = 1
    pen.beginPath()
    pen.roundRect(1, 1, 14, 14, 3)
    pen.fill()
    pen.stroke()
  }),
  pixelRatio: RATIO,
  stretchX: [[5 * RATIO, 11 * RATIO]] as [number, number][],
  stretchY: [[5 * RATIO, 11 * RATIO]] as [number, number][],
  content: [4 * RATIO, 3 * RATIO, 12 * RATIO, 13 * RATIO] as [number, number, number, number],
})

const MARKS: Readonly<Record<MarkIcon, (pen: CanvasRenderingContext2D) => void>> = {
  /** A lock whose shackle stands open. */
  opening: (pen) => {
    pen.fillRect(6, 9.5, 8, 5.5)
    pen.beginPath()
    pen.arc(9.5, 7, 2.6, Math.PI, 1.75 * Math.PI)
    pen.moveTo(6.9, 7)
    pen.lineTo(6.9, 9.5)
    pen.stroke()
  },
  loading: (pen) => arrow(pen, 14, 6),
  unloading: (pen) => arrow(pen, 6, 14),
}

/** An arrow from one height to another: down into the tank, or up out of it. */
function arrow(pen: CanvasRenderingContext2D, to: number, from: number): void {
  const back = Math.sign(from - to) * 3.4
  pen.beginPath()
  pen.moveTo(10, from)
  pen.lineTo(10, to)
  pen.moveTo(6.6, to + back)
  pen.lineTo(10, to)
  pen.lineTo(13.4, to + back)
  pen.stroke()
}

const markIcon = (palette: Palette, mark: (pen: CanvasRenderingContext2D) => void): ImageData =>
  drawn(20, (pen) => {
    pen.fillStyle = palette.surface
    pen.strokeStyle = palette.ink
    pen.lineWidth = 1.4
    pen.beginPath()
    pen.arc(10, 10, 8.8, 0, 2 * Math.PI)
    pen.fill()
    pen.stroke()
    pen.fillStyle = palette.ink
    pen.lineWidth = 1.8
    pen.lineCap = 'round'
    mark(pen)
  })

/** Images named `truck-<look>-moving`, `truck-<look>-still`, `place-<kind>` and `mark-<kind>`. */
export const addMapIcons = (map: MapLibre, palette: Palette): void => {
  for (const [look, name] of LOOK_COLOUR.entries()) {
    map.addImage(`truck-${look}-moving`, truckIcon(palette[name], palette.mapHalo, true), { pixelRatio: RATIO })
    map.addImage(`truck-${look}-still`, truckIcon(palette[name], palette.mapHalo, false), { pixelRatio: RATIO })
  }
  for (const [kind, mark] of Object.entries(MARKS)) map.addImage(`mark-${kind}`, markIcon(palette, mark), { pixelRatio: RATIO })
  for (const [kind, mark] of Object.entries(PLACE_MARKS)) map.addImage(`place-${kind}`, placeIcon(palette, mark), { pixelRatio: RATIO })
}
