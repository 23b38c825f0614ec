import type { NoEstimate, TruckTrip } from '@tanker/contract/board'
import type { Text } from '@tanker/domain/texts/text'
import { text } from '../../platform/language.ts'
import { shownDecimal, shownDuration, shownTime, shownWhole } from '../../platform/shown-values.ts'
import { productWords } from '../../platform/tank/product-look.ts'

type Trip = NonNullable<TruckTrip['trip']>

const NOT_ESTIMATED: Readonly<Record<NoEstimate, Text>> = {
  inside: { zh: '车辆已在站内', en: 'At the station' },
  'at-station': { zh: '离开当前油站后估计到达时间', en: 'Arrival is estimated once it has left the present station' },
  silent: { zh: '超过 5 分钟没有定位，无法估计到达时间', en: 'No position for 5 minutes: arrival cannot be estimated' },
  standing: { zh: '车辆静止，无法估计到达时间', en: 'The truck stands still: arrival cannot be estimated' },
  'too-short': { zh: '行驶数据不足 5 分钟，暂不估计到达时间', en: 'Less than 5 minutes of driving is known: no arrival yet' },
  'too-slow': {
    zh: '近 30 分钟均速低于 10 km/h，无法估计到达时间',
    en: 'Below 10 km/h over the last 30 minutes: arrival cannot be estimated',
  },
  'not-nearer': {
    zh: '近 30 分钟没有驶近该站，无法估计到达时间',
    en: 'It did not come nearer in the last 30 minutes: arrival cannot be estimated',
  },
  'no-place': { zh: '该站没有坐标，无法估计到达时间', en: 'The place of this station is not known: arrival cannot be estimated' },
}

/** Hours and minutes; with the day where it is not that of `now`. */
export const clockTime = (at: string | number, now: number): string => {
  const whole = shownTime(at, 'minute')
  return shownTime(at, 'day') === shownTime(now, 'day') ? whole.slice(-5) : whole
}

/** How long something lasts, by the minute: seconds would flicker. */
export const minutesWords = (ms: number): string =>
  ms < 60_000 ? '0' : shownDuration(Math.floor(ms / 60_000) * 60_000).replace(/\s*0\s?(秒|s)$/, '')

export const kilometres = (metres: number): string => `${shownDecimal(metres / 1000, metres < 100_000 ? 1 : 0)} km`

/** What the truck left the depot with. */
export const loadWords = (load: Trip['load']): string =>
  load
    .map(({ oilCode, oilName, volumeL }) => {
      const [name, litres] = [productWords(oilCode, oilName), volumeL === null ? '–' : `${shownWhole(volumeL)} L`]
      return text({ zh: `${name} ${litres}`, en: `${name}: ${litres}` })
    })
    .join(' · ')

/** When it arrives at the first station ahead, and how that is known; or why it is not. Null where no station is ahead. */
export const arrivalWords = (
  { estimate, noEstimate }: Trip,
  now: number,
  speedWords: (kmh: number) => string = (kmh) => `${shownWhole(kmh)} km/h`,
): { readonly time: string | null; readonly how: string } | null => {
  if (estimate === null) return noEstimate === null ? null : { time: null, how: text(NOT_ESTIMATED[noEstimate]) }
  const speed = speedWords(estimate.meanKmh)
  return {
    time: clockTime(estimate.arrivalAt, now),
    how: text({
      zh: `按直线距离和近 30 分钟均速 ${speed}（含停车）估计，实际路程更长`,
      en: `From the straight line and the mean of ${speed} over the last 30 minutes, stops included; the road is longer`,
    }),
  }
}
