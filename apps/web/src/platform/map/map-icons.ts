import type { Map as MapLibre } from 'maplibre-gl'
import { type Palette, STATUS_COLOUR } from '../ui/tokens.ts'

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

/** Images named `truck-<status>-moving`, `truck-<status>-still` and `place-<kind>`. */
export const addMapIcons = (map: MapLibre, palette: Palette): void => {
  for (const [status, name] of STATUS_COLOUR.entries()) {
    map.addImage(`truck-${status}-moving`, truckIcon(palette[name], palette.mapHalo, true), { pixelRatio: RATIO })
    map.addImage(`truck-${status}-still`, truckIcon(palette[name], palette.mapHalo, false), { pixelRatio: RATIO })
  }
  for (const [kind, mark] of Object.entries(PLACE_MARKS)) map.addImage(`place-${kind}`, placeIcon(palette, mark), { pixelRatio: RATIO })
}
