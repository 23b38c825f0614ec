import { thresholdCalls } from '@tanker/contract/endpoints/thresholds'
import { MAX_THRESHOLD_REASON, THRESHOLD_SCREENS } from '@tanker/contract/thresholds'
import type { Threshold } from '@tanker/domain/thresholds/threshold'
import { useId, useState } from 'react'
import '../../base-data/base-data.css'
import { MomentInput } from '../../base-data/moment-input.tsx'
import { call, CallError } from '../../platform/calls/call.ts'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { text } from '../../platform/language.ts'
import { ChoiceField } from '../../platform/ui/choice-field.tsx'
import { FormDialog } from '../../platform/ui/form-dialog.tsx'
import { ReadFailed } from '../../platform/ui/read-failed.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { idsOf, useTruckTree } from '../../report/truck-tree.ts'
import { ThresholdChanges } from './threshold-changes.tsx'
import { editsToSend, type Edits, withEdit } from './threshold-edits.ts'
import { ThresholdRow } from './threshold-row.tsx'
import { TrialPanel } from './trial-panel.tsx'
import './thresholds.css'

const WORDS = {
  owners: { zh: '组织 / 车辆', en: 'Organisations / trucks' },
  choose: { zh: '请选择', en: 'Please choose' },
  group: { zh: '类别', en: 'Group' },
  several: {
    zh: '只修改填写的值；未填的保持不变。“继承”删除自有值。',
    en: 'Only what you fill in changes. Inherit removes the values of their own.',
  },
  reason: { zh: '修改原因', en: 'Reason' },
  from: { zh: '生效时间', en: 'Counts from' },
  atOnce: {
    zh: '不填则约 10 秒后生效。此前的上报按原值判断。',
    en: 'Empty: in ten seconds. Readings of before are judged by the former values.',
  },
  save: { zh: '保存', en: 'Save' },
  noOwner: { zh: '请选择组织或车辆。', en: 'Please choose an organisation or a truck.' },
  noReason: { zh: '请填写修改原因。', en: 'Please enter the reason.' },
  noEdit: { zh: '没有修改任何值。', en: 'No value was changed.' },
  wrong: { zh: '请改正标红的值。', en: 'Please correct the values marked red.' },
  failed: { zh: '阈值加载失败', en: 'The thresholds could not be loaded' },
} as const

const saved = (changed: number): string =>
  text({ zh: `已修改 ${changed} 项`, en: changed === 1 ? '1 value was changed' : `${changed} values were changed` })

type Props = {
  readonly screen: keyof typeof THRESHOLD_SCREENS
  readonly title: string
  /** `c3` for an organisation, `t7` for a truck. */
  readonly owners: readonly string[]
  /** The threshold whose group is shown first. */
  readonly name?: string | undefined
  readonly onDone: () => void
  readonly onClose: () => void
}

/** The one owner whose values are shown, else the first: the number of the newest change is the same for all. */
const readInput = (owner: string): { organisationId: number } | { truckId: number } =>
  owner.startsWith('c') ? { organisationId: Number(owner.slice(1)) } : { truckId: Number(owner.slice(1)) }

type OwnerProps = Pick<Props, 'screen' | 'owners'> & {
  readonly onOwners: (owners: readonly string[]) => void
  readonly groupKey: string | undefined
  readonly onGroup: (key: string) => void
}

/** For whom, and among the parameters of which group. */
const OwnerFields = ({ screen, owners, onOwners, groupKey, onGroup }: OwnerProps) => {
  const id = useId()
  const tree = useTruckTree()
  const groups = THRESHOLD_SCREENS[screen]
  return (
    <div className="entity-form">
      <div className="entity-field">
        <label htmlFor={`${id}-owners`}>{text(WORDS.owners)}</label>
        <ChoiceField<string>
          id={`${id}-owners`}
          label={text(WORDS.owners)}
          choices={tree}
          value={owners}
          onChange={onOwners}
          multiple
          clearable
          namesShown={4}
          placeholder={text(WORDS.choose)}
        />
      </div>
      {screen === 'parameters' && (
        <div className="entity-field">
          <label htmlFor={`${id}-group`}>{text(WORDS.group)}</label>
          <select id={`${id}-group`} className="field" value={groupKey} onChange={({ target }) => onGroup(target.value)}>
            {groups.map(({ key, label }) => (
              <option key={key} value={key}>
                {text(label)}
              </option>
            ))}
          </select>
        </div>
      )}
    </div>
  )
}

type ReasonProps = {
  readonly reason: string
  readonly onReason: (reason: string) => void
  readonly from: string
  readonly onFrom: (from: string) => void
}

/** Why, and from when on. */
const ReasonFields = ({ reason, onReason, from, onFrom }: ReasonProps) => {
  const id = useId()
  return (
    <div className="entity-form">
      <div className="entity-field">
        <label htmlFor={`${id}-reason`}>{text(WORDS.reason)}</label>
        <input
          id={`${id}-reason`}
          className="field"
          maxLength={MAX_THRESHOLD_REASON}
          autoComplete="off"
          value={reason}
          onChange={({ target }) => onReason(target.value)}
        />
      </div>
      <div className="entity-field">
        <label htmlFor={`${id}-from`}>{text(WORDS.from)}</label>
        <MomentInput shared={{ id: `${id}-from`, className: 'field' }} value={from} onChange={(value) => onFrom(String(value ?? ''))} />
        <p className="entity-advice">{text(WORDS.atOnce)}</p>
      </div>
    </div>
  )
}

/** Sets values of one or several organisations and trucks. */
export const ThresholdDialog = ({ screen, title, owners: chosenFirst, name, onDone, onClose }: Props) => {
  const groups = THRESHOLD_SCREENS[screen]
  const [owners, setOwners] = useState(chosenFirst)
  const [groupKey, setGroupKey] = useState(groups.find(({ thresholds }) => name !== undefined && name in thresholds)?.key ?? groups[0]?.key)
  const [edits, setEdits] = useState<Edits>({})
  const [reason, setReason] = useState('')
  const [from, setFrom] = useState('')
  const [complaint, setComplaint] = useState('')
  const first = owners[0]
  const known = useEndpoint(thresholdCalls.read, first === undefined ? {} : readInput(first), {
    purpose: 'silent',
    enabled: first !== undefined,
    gcTime: 0,
  })
  const only = owners.length === 1 ? known.data : undefined
  const shownGroups = screen === 'parameters' ? groups.filter(({ key }) => key === groupKey) : groups

  const valueProblem = (): string | null => {
    if (owners.length === 0) return text(WORDS.noOwner)
    if (Object.keys(edits).length === 0) return text(WORDS.noEdit)
    return editsToSend(edits) === null ? text(WORDS.wrong) : null
  }
  const given = () => ({
    organisationIds: idsOf(owners, 'c').join(),
    truckIds: idsOf(owners, 't').join(),
    values: editsToSend(edits) ?? '',
  })
  const problemNow = (): string | null => valueProblem() ?? (reason.trim() === '' ? text(WORDS.noReason) : null)
  const save = async (): Promise<void> => {
    const problem = problemNow()
    setComplaint(problem ?? '')
    if (problem !== null || known.data === undefined) return
    try {
      const { changed } = await call(
        thresholdCalls.set,
        {
          ...given(),
          reason: reason.trim(),
          from,
          seen: known.data.seen,
        },
        { purpose: 'silent' },
      )
      toast('success', saved(changed))
      onDone()
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      setComplaint(failure.message)
      void known.refetch()
    }
  }

  const row = (threshold: Threshold) => {
    const own = only?.values.find((one) => one.name === threshold.key)
    return (
      <ThresholdRow
        key={threshold.key}
        threshold={threshold}
        known={own}
        typed={edits[threshold.key]}
        onType={(typed) => setEdits(withEdit(edits, threshold.key, typed, own?.own))}
      />
    )
  }

  return (
    <FormDialog
      own
      className="threshold-dialog entity-dialog"
      title={title}
      submit={text(WORDS.save)}
      busy={first !== undefined && known.data === undefined}
      onSubmit={save}
      onCancel={onClose}
    >
      <OwnerFields
        screen={screen}
        owners={owners}
        onOwners={(chosen) => {
          setOwners(chosen)
          setEdits({})
        }}
        groupKey={groupKey}
        onGroup={setGroupKey}
      />
      {owners.length > 1 && <p className="dialog-note">{text(WORDS.several)}</p>}
      {known.isError && <ReadFailed words={text(WORDS.failed)} onAgain={() => void known.refetch()} />}
      <div className="threshold-rows">
        {first !== undefined &&
          known.data !== undefined &&
          shownGroups.map(({ key, label, thresholds }) => (
            <fieldset key={key}>
              <legend>{text(label)}</legend>
              {Object.values<Threshold>(thresholds).map(row)}
            </fieldset>
          ))}
        {only !== undefined && <ThresholdChanges changes={only.changes} />}
      </div>
      <TrialPanel asked={() => valueProblem() ?? given()} />
      <ReasonFields reason={reason} onReason={setReason} from={from} onFrom={setFrom} />
      <p role="alert" className="handle-complaint">
        {complaint}
      </p>
    </FormDialog>
  )
}
