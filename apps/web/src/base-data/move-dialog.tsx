import type { Entity } from '@tanker/contract/base-data/define-entity'
import { entityCalls } from '@tanker/contract/endpoints/base-data'
import { useId, useState } from 'react'
import { call, CallError } from '../platform/calls/call.ts'
import { text } from '../platform/language.ts'
import { OrganisationTree } from '../report/organisation-tree.tsx'
import { Dialog } from '../platform/ui/dialog.tsx'
import { toast } from '../platform/ui/toast.ts'

const WORDS = {
  title: { zh: '调整所属组织', en: 'Move to another organisation' },
  to: { zh: '调整到', en: 'New organisation' },
  why: {
    zh: '新组织立即看到所选车辆，原组织不再看到；此前的记录和报警仍归原组织。',
    en: 'The new organisation sees these trucks immediately; the former one no longer does. Earlier records and alarms stay with the former organisation.',
  },
  none: { zh: '请选择组织', en: 'Please choose an organisation' },
  move: { zh: '调整', en: 'Move' },
  cancel: { zh: '取消', en: 'Cancel' },
  failed: { zh: '修改失败，请稍后重试', en: 'Modification failed, please try again later' },
} as const

type MoveDialogProps = {
  readonly entity: Entity
  readonly ids: readonly string[]
  readonly onMoved: () => void
  readonly onClose: () => void
}

/** Gives the rows that were ticked to another organisation, all or none. */
export const MoveDialog = ({ entity, ids, onMoved, onClose }: MoveDialogProps) => {
  const id = useId()
  const [organisationId, setOrganisationId] = useState<number | null>(null)
  const [complaint, setComplaint] = useState('')
  const [moving, setMoving] = useState(false)

  const move = async (): Promise<void> => {
    if (organisationId === null) return setComplaint(text(WORDS.none))
    setMoving(true)
    try {
      const values = { [`${entity.key}Ids`]: ids.join(','), organisationId }
      const { moved } = await call(entityCalls(entity).move, values, { purpose: 'silent' })
      toast('success', text({ zh: `已调整 ${moved} 条`, en: `${moved} moved` }))
      onMoved()
    } catch (failure) {
      setMoving(false)
      if (!(failure instanceof CallError)) throw failure
      setComplaint(failure.outcome === 'call-failed' ? text(WORDS.failed) : failure.message)
    }
  }

  return (
    <Dialog
      title={text(WORDS.title)}
      onEscape={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {text(WORDS.cancel)}
          </button>
          <button type="button" className="button button-primary" disabled={moving} onClick={() => void move()}>
            {text(WORDS.move)}
          </button>
        </>
      }
    >
      <div className="entity-import">
        <p>{text({ zh: `已选 ${ids.length} 条。`, en: `${ids.length} selected.` }) + text(WORDS.why)}</p>
        <label htmlFor={`${id}-organisation`}>{text(WORDS.to)}</label>
        <OrganisationTree
          id={`${id}-organisation`}
          label={text(WORDS.to)}
          value={organisationId === null ? [] : [organisationId]}
          onChange={([chosen]) => setOrganisationId(chosen ?? null)}
          invalid={complaint !== ''}
          describedBy={`${id}-error`}
        />
        <p id={`${id}-error`} className="field-problem" role="alert">
          {complaint}
        </p>
      </div>
    </Dialog>
  )
}
