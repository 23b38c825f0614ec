import { organisationCalls } from '@tanker/contract/endpoints/organisations'
import { useMemo } from 'react'
import { useEndpoint } from '../platform/calls/use-endpoint.ts'
import { ChoiceField } from '../platform/ui/choice-field.tsx'
import { type Organisation, organisationNodes } from './organisation-nodes.ts'

/** The organisations of the user, parents before children; undefined until they are there. */
export const useOrganisations = (): readonly Organisation[] | undefined =>
  useEndpoint(organisationCalls.list, null, { staleTime: Infinity }).data

type OrganisationTreeProps = {
  readonly id: string
  readonly label: string
  readonly value: readonly number[]
  readonly onChange: (organisationIds: readonly number[]) => void
  readonly multiple?: boolean
  readonly className?: string
  readonly invalid?: boolean
  readonly disabled?: boolean
  /** The id of what says what is wrong. */
  readonly describedBy?: string
}

/** The user's organisations as a tree, one or several to be chosen; typing finds one. */
export const OrganisationTree = (props: OrganisationTreeProps) => {
  const { id, label, value, onChange, multiple = false, className = '', invalid = false, disabled = false, describedBy } = props
  const organisations = useOrganisations()
  const tree = useMemo(() => organisationNodes(organisations ?? []), [organisations])
  return (
    <ChoiceField<number>
      id={id}
      className={className}
      label={label}
      choices={tree}
      value={value}
      onChange={onChange}
      multiple={multiple}
      clearable={multiple}
      openLevels={Infinity}
      loading={organisations === undefined}
      disabled={disabled}
      invalid={invalid}
      {...(describedBy === undefined ? {} : { describedBy })}
      panelPx={320}
    />
  )
}
