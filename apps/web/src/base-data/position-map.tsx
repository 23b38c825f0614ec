import { useEffect, useEffectEvent, useRef } from 'react'
import { text } from '../platform/language.ts'
import type { PickMap } from '../platform/map/pick-map.ts'
import { paletteOf, useTheme } from '../platform/ui/theme.ts'

const HINT = { zh: '在地图上点击或拖动标记选取位置', en: 'Click the map or drag the pin to choose the place' } as const

type Point = { readonly lng: number; readonly lat: number }

/** The two numbers of a form on a map; the map library is loaded with it. The fields beside it do the same by keyboard. */
export const PositionMap = ({ point, onPick }: { point: Point | null; onPick: (point: Point) => void }) => {
  const container = useRef<HTMLDivElement>(null)
  const map = useRef<PickMap | null>(null)
  const newest = useRef({ point, onPick })
  newest.current = { point, onPick }
  const theme = useTheme()
  useEffect(() => {
    let left = false
    void import('../platform/map/pick-map.ts').then(async ({ pickMap }) => {
      if (left || !container.current) return
      const made = await pickMap(container.current, paletteOf(theme), newest.current.point, (picked) => newest.current.onPick(picked))
      if (left) return made.remove()
      map.current = made
      made.show(newest.current.point)
    })
    return () => {
      left = true
      map.current?.remove()
      map.current = null
    }
  }, [theme])
  const show = useEffectEvent(() => map.current?.show(point))
  const { lng, lat } = point ?? {}
  useEffect(() => show(), [lng, lat])
  return (
    <figure className="entity-map">
      <div ref={container} className="place-map" />
      <figcaption>{text(HINT)}</figcaption>
    </figure>
  )
}
