import type { TruckCard } from '@tanker/contract/trucks'
import { coverKind } from '@tanker/domain/devices/probe-type'
import { useId } from 'react'
import { text } from '../language.ts'
import { shownDecimal, shownWhole } from '../shown-values.ts'
import { productLook } from './product-look.ts'
import { type Seal, SealLock } from './seal-lock.tsx'
import { layOutCells, levelHeight } from './tank-geometry.ts'
import './tank-drawing.css'

type Compartment = TruckCard['compartments'][number]

const WIDTH = 400
const TANK = { left: 14, right: 386, top: 36, bottom: 128 } as const
const HEIGHT = TANK.bottom - TANK.top
/** Ends of the tank bulge like the heads of a pressure vessel. */
const HEAD = 16

/** Without seals there is nothing above the tank and only the numbers below it. */
const BARE = { top: 27, height: 128 } as const
/** Height by width of a drawing without seals. */
export const BARE_RATIO = BARE.height / WIDTH

const shell = `M${TANK.left + HEAD} ${TANK.top} H${TANK.right - HEAD} Q${TANK.right} ${TANK.top} ${TANK.right} ${TANK.top + HEIGHT / 2} Q${TANK.right} ${TANK.bottom} ${TANK.right - HEAD} ${TANK.bottom} H${TANK.left + HEAD} Q${TANK.left} ${TANK.bottom} ${TANK.left} ${TANK.top + HEIGHT / 2} Q${TANK.left} ${TANK.top} ${TANK.left + HEAD} ${TANK.top} Z`

const WORDS = {
  tank: { zh: '罐体', en: 'Tank' },
  fault: { zh: '液位仪故障', en: 'Gauge fault' },
  unknown: { zh: '无数据', en: 'no data' },
  otherSeals: { zh: '其他铅封', en: 'Other seals' },
} as const

const cellWords = ({ compartment, oilName, volumeL, levelMm, temperatureC }: Compartment): string =>
  text({
    zh: `${compartment}仓 ${oilName} ${volumeL === null ? WORDS.unknown.zh : `${shownWhole(volumeL)} L`} ${levelMm === null ? '' : `${shownWhole(levelMm)} mm`} ${temperatureC === null ? '' : `${shownDecimal(temperatureC, 1)} °C`}`,
    en: `Compartment ${compartment} ${oilName} ${volumeL === null ? WORDS.unknown.en : `${shownWhole(volumeL)} L`} ${levelMm === null ? '' : `${shownWhole(levelMm)} mm`} ${temperatureC === null ? '' : `${shownDecimal(temperatureC, 1)} °C`}`,
  }).trim()

const sealsOf = (seals: readonly Seal[], compartment: number, kind: string): readonly Seal[] =>
  seals.filter((seal) => seal.compartment === compartment && coverKind(seal.probeType) === kind)

const CellWords = ({ compartment, middle, width }: { compartment: Compartment; middle: number; width: number }) => {
  const { letter, colour } = productLook(compartment.oilCode)
  const { volumeL, levelMm, temperatureC } = compartment
  const roomy = width >= 58
  const litresSize = roomy ? 15 : width >= 44 ? 11 : 8.5
  return (
    <g className="tank-words" textAnchor="middle">
      <rect x={middle - 13} y={TANK.top + 8} width="26" height="16" rx="8" fill={colour} />
      <text x={middle} y={TANK.top + 20} className="tank-letter">
        {letter}
      </text>
      <text x={middle} y={TANK.top + 46} fontSize={litresSize} className="tank-litres">
        {volumeL === null ? '–' : shownWhole(volumeL)}
        {roomy && volumeL !== null && <tspan className="tank-unit"> L</tspan>}
      </text>
      {roomy && (
        <>
          <text x={middle} y={TANK.top + 63} fontSize="11.500">
            {levelMm === null ? '' : `${shownWhole(levelMm)} mm`}
          </text>
          <text x={middle} y={TANK.top + 78} fontSize="11.500">
            {temperatureC === null ? '' : `${shownDecimal(temperatureC, 1)} °C`}
          </text>
        </>
      )}
    </g>
  )
}

/** The tank cut lengthwise: each compartment filled to its level, product and litres inside, a lock on every cover and valve. */
export const TankDrawing = ({ compartments, seals }: { compartments: readonly Compartment[]; seals: readonly Seal[] }) => {
  const clip = useId()
  const cells = layOutCells(compartments, TANK.left, TANK.right - TANK.left)
  const doors = seals.filter(({ probeType }) => coverKind(probeType) === 'box-door')
  const sealed = new Set(['manhole', 'api', 'bottom-valve', 'box-door'])
  const otherSeals = seals.filter(({ probeType }) => {
    const kind = coverKind(probeType)
    return kind !== undefined && !sealed.has(kind)
  })
  return (
    <svg
      viewBox={
        seals.length === 0 ? `0 ${BARE.top} ${WIDTH} ${BARE.height}` : `0 0 ${WIDTH} ${doors.length + otherSeals.length > 0 ? 196 : 176}`
      }
      className="tank"
      role="img"
      aria-label={`${text(WORDS.tank)}: ${compartments.map(cellWords).join('; ')}`}
    >
      <clipPath id={clip}>
        <path d={shell} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect x={TANK.left} y={TANK.top} width={TANK.right - TANK.left} height={HEIGHT} className="tank-inside" />
        {cells.map(({ compartment, left, width }) => {
          const height = levelHeight((compartment.volumeL ?? 0) / compartment.capacityL) * HEIGHT
          const { colour } = productLook(compartment.oilCode)
          return (
            <g key={compartment.compartment}>
              <rect x={left} width={width} y={TANK.bottom - height} height={height} fill={colour} className="tank-liquid" />
              {height > 0 && <rect x={left} width={width} y={TANK.bottom - height} height="2" fill={colour} className="tank-surface" />}
              {compartment.waterMm !== null && compartment.waterMm > 0 && (
                <rect x={left} width={width} y={TANK.bottom - 4} height="4" className="tank-water" />
              )}
            </g>
          )
        })}
        {cells.slice(1).map(({ left, compartment }) => (
          <path key={compartment.compartment} d={`M${left} ${TANK.top} q5 ${HEIGHT / 2} 0 ${HEIGHT}`} className="tank-bulkhead" />
        ))}
      </g>
      <path d={shell} className="tank-shell" />
      {cells.map(({ compartment, left, width }) => {
        const middle = left + width / 2
        const number = compartment.compartment
        return (
          <g key={number}>
            <title>{cellWords(compartment)}</title>
            <path d={`M${middle - 15} ${TANK.top} v-6 h30 v6`} className="tank-fitting" />
            <path d={`M${middle - 7} ${TANK.bottom} v8 h14 v-8`} className="tank-fitting" />
            <CellWords compartment={compartment} middle={middle} width={width} />
            {compartment.fault !== 0 && (
              <g>
                <title>{text(WORDS.fault)}</title>
                <text x={left + width - 12} y={TANK.bottom - 8} className="tank-fault" textAnchor="middle">
                  !
                </text>
              </g>
            )}
            {sealsOf(seals, number, 'manhole').map((seal, index) => (
              <SealLock key={seal.probeType} seal={seal} x={middle + index * 16} y={20} />
            ))}
            {[...sealsOf(seals, number, 'api'), ...sealsOf(seals, number, 'bottom-valve')].map((seal, index, all) => (
              <SealLock key={seal.probeType} seal={seal} x={middle + (index - (all.length - 1) / 2) * 18} y={148} />
            ))}
            <text x={middle} y={seals.length === 0 ? 150 : 170} textAnchor="middle" className="tank-number">
              {text({ zh: `${number}仓`, en: `C${number}` })}
            </text>
          </g>
        )
      })}
      {doors.length + otherSeals.length > 0 && (
        <text x={WIDTH - 20 - (doors.length + otherSeals.length - 1) * 18} y={190} textAnchor="end" className="tank-number">
          {text(WORDS.otherSeals)}
        </text>
      )}
      {[...doors, ...otherSeals].map((seal, index) => (
        <SealLock key={`${seal.compartment}-${seal.probeType}`} seal={seal} x={WIDTH - 8 - index * 18} y={184} />
      ))}
    </svg>
  )
}
