import type { Entity } from '@tanker/contract/base-data/define-entity'
import type { KeyboardEvent, ReactNode } from 'react'
import { text } from '../platform/language.ts'
import type { FieldErrors } from './form-values.ts'

const WRONG = { zh: '（有误）', en: ' (has errors)' } as const

/** The part of the form that holds a field. */
export const tabOf = ({ tabs }: Entity, name: string): number =>
  Math.max(
    0,
    tabs.findIndex(({ fields }) => fields.includes(name)),
  )

/** The fields in the order in which the form shows them. */
export const fieldNames = ({ tabs, fields }: Entity): string[] => {
  const inTabs = tabs.flatMap((tab) => tab.fields)
  return [...inTabs, ...Object.keys(fields).filter((name) => !inTabs.includes(name))]
}

type FormTabsProps = {
  readonly entity: Entity
  readonly id: string
  readonly shown: number
  readonly onShow: (tab: number) => void
  readonly fieldErrors: FieldErrors
  readonly draw: (name: string) => ReactNode
}

/** A long form in parts; a part in which something is wrong says so on its tab. All of them stay as they are filled in. */
export const FormTabs = ({ entity: { tabs }, id, shown, onShow, fieldErrors, draw }: FormTabsProps) => {
  const step = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const next = (shown + by + tabs.length) % tabs.length
    onShow(next)
    document.getElementById(`${id}-tab-${next}`)?.focus()
  }
  return (
    <>
      <div className="entity-tabs" role="tablist">
        {tabs.map(({ label, fields }, tab) => (
          <button
            key={label.en}
            id={`${id}-tab-${tab}`}
            type="button"
            role="tab"
            aria-selected={tab === shown}
            aria-controls={`${id}-panel-${tab}`}
            tabIndex={tab === shown ? 0 : -1}
            onKeyDown={step}
            onClick={() => onShow(tab)}
          >
            {text(label)}
            {fields.some((name) => fieldErrors[name] !== undefined) && (
              <span className="entity-tab-wrong">
                <span className="entity-only-heard">{text(WRONG)}</span>
              </span>
            )}
          </button>
        ))}
      </div>
      {tabs.map(({ label, fields }, tab) => (
        <div
          key={label.en}
          id={`${id}-panel-${tab}`}
          className="entity-panel"
          role="tabpanel"
          aria-labelledby={`${id}-tab-${tab}`}
          hidden={tab !== shown}
        >
          {fields.map(draw)}
        </div>
      ))}
    </>
  )
}
