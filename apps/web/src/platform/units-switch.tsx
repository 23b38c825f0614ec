import { text } from './language.ts'
import './screen-frame/screen-frame.css'
import { keepUnits, type Units } from './units.ts'

const WORDS = { units: { zh: '单位', en: 'Units' } } as const

type UnitsSwitchProps = { readonly units: Units; readonly onUnits: (units: Units) => void }

/** Kilometres or miles, kept in this browser; shown to readers who may choose. */
export const UnitsSwitch = ({ units, onUnits }: UnitsSwitchProps) => (
  <div className="switch" role="group" aria-label={text(WORDS.units)}>
    {(['km', 'mi'] as const).map((one) => (
      <button
        key={one}
        type="button"
        aria-pressed={units === one}
        onClick={() => {
          keepUnits(one)
          onUnits(one)
        }}
      >
        {one === 'km' ? 'km/h' : 'mph'}
      </button>
    ))}
  </div>
)
