import { ALARM_FAMILIES, alarmFamilyText } from '@tanker/domain/alarms/alarm-family'
import type { AlarmType } from '@tanker/domain/alarms/alarm-type'
import { text } from '../platform/language.ts'
import { allToggled, typeToggled } from './alarm-type-ids.ts'

const WORDS = {
  all: { zh: '全选', en: 'Select all' },
  none: { zh: '没有匹配的报警类型', en: 'No alarm type matches' },
} as const

type Choice = {
  /** Those that are offered. */
  readonly types: readonly AlarmType[]
  readonly chosen: ReadonlySet<number>
  readonly onChange: (chosen: ReadonlySet<number>) => void
}

/** Ticks all of some types or none of them; half ticked where some are. */
const AllOf = ({ label, className, types, chosen, onChange }: Choice & { readonly label: string; readonly className: string }) => {
  const count = types.filter(({ code }) => chosen.has(code)).length
  return (
    <label className={className}>
      <input
        type="checkbox"
        checked={count === types.length}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < types.length
        }}
        onChange={() => onChange(allToggled(types, chosen))}
      />
      {label}
      <span className="alarm-code">{`${count} / ${types.length}`}</span>
    </label>
  )
}

type AlarmTypeGroupProps = Choice & { readonly legend: string; /** Those that the search leaves. */ readonly shown: readonly AlarmType[] }

/** Alarm types by family, each family with a tick for all of it. While something is searched, ticks for all mean what is shown. */
export const AlarmTypeGroup = ({ legend, types, shown, chosen, onChange }: AlarmTypeGroupProps) => (
  <fieldset className="alarm-types">
    <legend>{legend}</legend>
    <AllOf
      className="alarm-types-all"
      label={text(WORDS.all)}
      types={shown.length === 0 ? types : shown}
      chosen={chosen}
      onChange={onChange}
    />
    <div className="alarm-types-list">
      {shown.length === 0 && <p className="alarm-types-none">{text(WORDS.none)}</p>}
      {ALARM_FAMILIES.map((family) => {
        const ofFamily = shown.filter((type) => type.family === family)
        return ofFamily.length === 0 ? null : (
          <div key={family} role="group" aria-label={text(alarmFamilyText[family])}>
            <AllOf
              className="alarm-types-family"
              label={text(alarmFamilyText[family])}
              types={ofFamily}
              chosen={chosen}
              onChange={onChange}
            />
            {ofFamily.map(({ code, name }) => (
              <label key={code}>
                <input type="checkbox" checked={chosen.has(code)} onChange={() => onChange(typeToggled(chosen, code))} />
                {text(name)}
                <span className="alarm-code">{code}</span>
              </label>
            ))}
          </div>
        )
      })}
    </div>
  </fieldset>
)
