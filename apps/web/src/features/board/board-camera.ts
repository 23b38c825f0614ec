import type { Map as MapLibre } from 'maplibre-gl'
import { boundsOfPlaces } from '../../platform/map/truck-features.ts'
import { type Box, freeInsets, type Insets, isInFree } from './free-middle.ts'

type LngLat = readonly [lng: number, lat: number]

const flyMs = 600
const panelMs = 250
/** A live batch comes each second; the marker glides as long. */
const followMs = 1_000
/** Nearer to the edge of what is free the truck is as good as hidden, px. */
const marginPx = 28
/** A truck that is this near to the middle stands in it, px. */
const nearPx = 6

const SIDES = ['left', 'right', 'top', 'bottom'] as const

const boxOf = ({ offsetLeft, offsetTop, offsetWidth, offsetHeight }: HTMLElement): Box => ({
  left: offsetLeft,
  top: offsetTop,
  width: offsetWidth,
  height: offsetHeight,
})

/**
 * What the map looks at. While it holds the picked truck, the truck stays in the middle of what list and card leave free: when they change
 * their size, and when the user zooms. Dragging lets the truck go. Following moves the map with the truck.
 */
export class BoardCamera {
  private readonly map: MapLibre
  private readonly placeOfPicked: () => LngLat | null
  private readonly onLetGo: () => void
  private isHolding = false
  private isFollowing = false
  /** Where a flight under way ends. */
  private goal: { readonly center: [number, number]; readonly zoom: number } | null = null

  constructor(map: MapLibre, placeOfPicked: () => LngLat | null, onLetGo: () => void) {
    this.map = map
    this.placeOfPicked = placeOfPicked
    this.onLetGo = onLetGo
    map.setPadding(this.insets())
    map.on('dragstart', () => this.letGo())
    // The arrow keys move the map as dragging does.
    map.on('movestart', (event) => {
      const { originalEvent } = event as { readonly originalEvent?: unknown }
      if (originalEvent instanceof KeyboardEvent && originalEvent.key.startsWith('Arrow')) this.letGo()
    })
    map.on('moveend', () => {
      this.goal = null
    })
    map.on('zoomend', () => this.goal === null && this.centre(panelMs))
  }

  /** Flies to a place, and closer when it is far. `isPicked`: it is that of the picked truck, which is held from now on. */
  flyTo([lng, lat]: LngLat, leastZoom: number, isPicked: boolean): void {
    this.hold(isPicked)
    this.flyToGoal([lng, lat], Math.max(this.map.getZoom(), leastZoom), flyMs)
  }

  /** Shows a rectangle, within what is free. */
  fit(bounds: [number, number, number, number], maxZoom: number, durationMs: number, paddingPx = 40): void {
    this.letGo()
    this.map.setPadding(this.insets())
    this.map.fitBounds(bounds, { padding: paddingPx, maxZoom, duration: durationMs, animate: durationMs > 0 })
  }

  /** Shows places together again once one of them, with its label, is as good as hidden. */
  keepInSight(places: readonly LngLat[], maxZoom: number, paddingPx: number): void {
    const bounds = boundsOfPlaces(places)
    if (!bounds || this.map.isMoving()) return
    const { clientWidth: width, clientHeight: height } = this.map.getContainer()
    const insets = this.insets()
    if (!places.every(([lng, lat]) => isInFree(this.map.project([lng, lat]), { width, height }, insets, paddingPx / 2)))
      this.fit(bounds, maxZoom, flyMs, paddingPx)
  }

  /** The panels over the map have changed: the held truck keeps the middle of what is free, without one the map stays as it is. */
  panelsChanged(): void {
    const insets = this.insets()
    const padding = this.map.getPadding()
    if (SIDES.every((side) => insets[side] === padding[side])) return
    const place = this.isHolding ? this.placeOfPicked() : null
    const goal = place ?? this.goal?.center
    if (goal) return this.flyToGoal([goal[0], goal[1]], this.goal?.zoom ?? this.map.getZoom(), this.goal ? flyMs : panelMs)
    const { clientWidth, clientHeight } = this.map.getContainer()
    const middle = this.map.unproject([(insets.left + clientWidth - insets.right) / 2, (insets.top + clientHeight - insets.bottom) / 2])
    this.map.jumpTo({ center: middle, padding: insets })
  }

  follow(isFollowing: boolean): void {
    this.isFollowing = isFollowing
    if (!isFollowing) return
    this.hold(true)
    this.centre(flyMs)
  }

  /** The picked truck is somewhere else now. */
  pickedMoved(): void {
    if (this.isFollowing) return this.centre(followMs)
    const place = this.isHolding && !this.map.isMoving() ? this.placeOfPicked() : null
    const { clientWidth: width, clientHeight: height } = this.map.getContainer()
    if (place && !isInFree(this.map.project([place[0], place[1]]), { width, height }, this.insets(), marginPx)) this.centre(flyMs)
  }

  /** No truck is picked any more, or the user looks at something else. */
  letGo(): void {
    if (this.isFollowing) this.onLetGo()
    this.isFollowing = false
    this.hold(false)
  }

  private flyToGoal(center: [number, number], zoom: number, durationMs: number): void {
    this.map.easeTo({ center, zoom, padding: this.insets(), duration: durationMs })
    // After the call, which ends the flight before.
    this.goal = { center, zoom }
  }

  private insets(): Insets {
    const container = this.map.getContainer()
    const panels = [...(container.parentElement?.querySelectorAll<HTMLElement>('.panel') ?? [])].map(boxOf)
    return freeInsets({ width: container.clientWidth, height: container.clientHeight }, panels)
  }

  /** Brings the held truck back into the middle. */
  private centre(durationMs: number): void {
    const place = this.isHolding ? this.placeOfPicked() : null
    if (!place) return
    const [at, middle] = [this.map.project([place[0], place[1]]), this.map.project(this.map.getCenter())]
    if (Math.hypot(at.x - middle.x, at.y - middle.y) < nearPx && !this.isFollowing) return
    this.map.easeTo({ center: [place[0], place[1]], duration: durationMs, ...(this.isFollowing ? { easing: (part) => part } : {}) })
  }

  /** Wheel and fingers zoom around the held truck, else around where they are. */
  private hold(isHolding: boolean): void {
    if (isHolding === this.isHolding) return
    this.isHolding = isHolding
    const { scrollZoom, touchZoomRotate } = this.map
    scrollZoom.disable()
    touchZoomRotate.disable()
    scrollZoom.enable(isHolding ? { around: 'center' } : undefined)
    touchZoomRotate.enable(isHolding ? { around: 'center' } : undefined)
    touchZoomRotate.disableRotation()
  }
}
