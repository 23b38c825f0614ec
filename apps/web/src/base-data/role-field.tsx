import { organisationCalls } from '@tanker/contract/endpoints/organisations'
import { rightsCalls } from '@tanker/contract/endpoints/rights'
import type { Field, FieldValue } from '@tanker/contract/base-data/fields'
import { useEndpoint } from '../platform/calls/use-endpoint.ts'
import { text } from '../platform/language.ts'
import { offeredRoles } from './offered-roles.ts'

const WORDS = {
  choose: { zh: '请选择', en: 'Choose' },
  above: { zh: '（上级组织的角色，保持不变）', en: '(role of a parent organisation, unchanged)' },
  disabled: { zh: '（已停用）', en: '(disabled)' },
} as const

type RoleFieldProps = {
  readonly id: string
  readonly field: Field
  readonly value: FieldValue
  readonly problem: string | undefined
  /** Whose user it is: only roles of this organisation and of those above fit. */
  readonly organisationId: FieldValue
  readonly onChange: (value: FieldValue) => void
}

/** A role that the user may give: of the chosen organisation or one above it, and with no more than the user has itself. */
export const RoleField = ({ id, field, value, problem, organisationId, onChange }: RoleFieldProps) => {
  const roles = useEndpoint(rightsCalls.userRoles, null, { purpose: 'poll' }).data
  const organisations = useEndpoint(organisationCalls.list, null, { staleTime: Infinity }).data
  const current = value === null || value === '' ? null : Number(value)
  const offered = offeredRoles(roles ?? [], organisations ?? [], Number(organisationId), current)
  return (
    <select
      id={id}
      className="field"
      value={current === null ? '' : String(current)}
      aria-required={field.required}
      aria-invalid={problem !== undefined}
      aria-describedby={`${id}-error`}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    >
      <option value="">{text(WORDS.choose)}</option>
      {current !== null && roles && !offered.some((role) => role.id === current) && <option value={current}>{text(WORDS.above)}</option>}
      {offered.map((role) => (
        <option key={role.id} value={role.id}>
          {role.name}
          {role.organisationId === Number(organisationId) ? '' : ` · ${role.companyName}`}
          {role.enabled ? '' : text(WORDS.disabled)}
        </option>
      ))}
    </select>
  )
}
