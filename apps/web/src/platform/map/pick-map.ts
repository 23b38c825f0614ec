import { Marker } from 'maplibre-gl'
import type { Palette } from '../ui/tokens.ts'
import { createMap } from './create-map.ts'

type Point = { readonly lng: number; readonly lat: number }

/** A map on which one point is chosen, by a click or by dragging its pin. */
export type PickMap = {
  /** Puts the pin where the numbers say; null takes it away. */
  show(point: Point | null): void
  remove(): void
}

/** A number is being typed as long as keys come within it. */
const typedMs = 500
const placeZoom = 11.5
/** Farther out a pin does not say where it is. */
const leastZoom = 7

/** Degrees as the form keeps them. */
const rounded = ({ lng, lat }: Point): Point => ({ lng: Number(lng.toFixed(6)), lat: Number(lat.toFixed(6)) })

export const pickMap = async (
  container: HTMLElement,
  palette: Palette,
  first: Point | null,
  onPick: (point: Point) => void,
): Promise<PickMap> => {
  const map = await createMap(container, palette)
  const pin = new Marker({ color: palette.action, draggable: true })
  let isShown = false
  let following: ReturnType<typeof setTimeout> | undefined
  /** Typed numbers may lead out of sight; a click or a drag never does. */
  const follow = ({ lng, lat }: Point): void => {
    if (map.getZoom() >= leastZoom && map.getBounds().contains([lng, lat])) return
    map.jumpTo({ center: [lng, lat], zoom: Math.max(map.getZoom(), placeZoom) })
  }
  const show = (point: Point | null): void => {
    clearTimeout(following)
    if (point === null) pin.remove()
    else {
      pin.setLngLat([point.lng, point.lat])
      following = setTimeout(() => follow(point), typedMs)
    }
    if (point !== null && !isShown) pin.addTo(map)
    isShown = point !== null
  }
  map.on('click', ({ lngLat }) => onPick(rounded(lngLat)))
  pin.on('dragend', () => onPick(rounded(pin.getLngLat())))
  show(first)
  if (first) map.jumpTo({ center: [first.lng, first.lat], zoom: placeZoom })
  return {
    show,
    remove: () => {
      clearTimeout(following)
      map.remove()
    },
  }
}
