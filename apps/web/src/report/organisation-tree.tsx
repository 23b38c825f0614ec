import { organisationCalls } from '@tanker/contract/endpoints/organisations'
import TreeSelect from 'antd/es/tree-select'
import { useMemo } from 'react'
import { useEndpoint } from '../platform/calls/use-endpoint.ts'
import { text } from '../platform/language.ts'
import { CloseIcon } from '../platform/ui/icons.tsx'
import { type Organisation, organisationNodes } from './organisation-nodes.ts'

const CLEAR = { zh: '清除', en: 'Clear' } as const

/** The organisations of the user, parents before children; undefined until they are there. */
export const useOrganisations = (): readonly Organisation[] | undefined =>
  useEndpoint(organisationCalls.list, null, { staleTime: Infinity }).data

type OrganisationTreeProps = {
  readonly id: string
  readonly label: string
  readonly value: readonly number[]
  readonly onChange: (organisationIds: number[]) => void
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
    <TreeSelect<number | number[]>
      id={id}
      className={className}
      disabled={disabled}
      treeData={tree}
      treeDefaultExpandAll
      value={multiple ? [...value] : (value[0] as number)}
      onChange={(chosen: number | number[] | undefined) => onChange(chosen === undefined ? [] : Array.isArray(chosen) ? chosen : [chosen])}
      multiple={multiple}
      showSearch={{ treeNodeFilterProp: 'title' }}
      {...(multiple ? { allowClear: { clearIcon: <CloseIcon />, label: text(CLEAR) }, maxTagCount: 1 } : {})}
      {...(invalid ? { status: 'error' as const } : {})}
      popupMatchSelectWidth={320}
      listHeight={320}
      // A dialog lies above everything that is not inside it.
      getPopupContainer={(field: HTMLElement) => field.closest('dialog') ?? document.getElementById('main') ?? document.body}
      aria-label={label}
      aria-describedby={describedBy}
    />
  )
}
