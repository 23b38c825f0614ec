import { fenceCalls } from '@tanker/contract/endpoints/fences'
import { APPROVAL_STATES, APPROVAL_TYPES, FENCE_KIND_NAMES } from '@tanker/contract/base-data/fence'
import { shapeText } from '@tanker/contract/base-data/shape-field'
import type { ApprovalDetail, FenceTermsShown, PendingApprovals } from '@tanker/contract/fence-approvals'
import { useId, useMemo, useState } from 'react'
import { call } from '../../platform/calls/call.ts'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { readSession } from '../../platform/calls/session.ts'
import { text } from '../../platform/language.ts'
import type { FenceView } from '../../platform/map/fence-features.ts'
import { type ActionProps, idOf } from '../../report/actions.ts'
import { shownDecimal, shownSigned, shownTime, shownWhole } from '../../platform/shown-values.ts'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { callForApproval } from './approval-call.ts'
import { FenceMapView } from '../../platform/map/fence-map-view.tsx'
import '../../platform/map/fences.css'

const WORDS = {
  title: { zh: '电子围栏审批', en: 'Fence approval' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  loadFailed: { zh: '审批内容加载失败', en: 'The request could not be loaded' },
  close: { zh: '关闭', en: 'Close' },
  approve: { zh: '通过', en: 'Approve' },
  refuse: { zh: '不通过', en: 'Do not approve' },
  withdraw: { zh: '撤回', en: 'Withdraw' },
  note: { zh: '审批意见（不通过时必填）', en: 'Note (required if not approved)' },
  needNote: { zh: '请填写不通过的原因', en: 'Please enter why it is not approved' },
  approved: { zh: '已审批通过，即时生效', en: 'Approved and in force' },
  refused: { zh: '已审批为不通过', en: 'Marked as not approved' },
  failed: { zh: '围栏审批失败', en: 'Fence approval failed' }, // spec 8.3
  own: {
    zh: '这是您提交的修改，须由他人审批；您可以撤回。',
    en: 'You made this change, so another user must approve it. You can withdraw it.',
  },
  item: { zh: '项目', en: 'Item' },
  old: { zh: '原围栏', en: 'Old fence' },
  wanted: { zh: '新围栏', en: 'New fence' },
  none: { zh: '无', en: 'None' },
  kind: { zh: '类型', en: 'Type' },
  place: { zh: '所属场所', en: 'Place' },
  speed: { zh: '限速', en: 'Speed limit' },
  shape: { zh: '围栏范围', en: 'Fence area' },
  difference: { zh: '差异', en: 'Difference' },
  state: { zh: '状态', en: 'Status' },
  fence: { zh: '围栏名称', en: 'Fence' },
  change: { zh: '变更类型', en: 'Change' },
  modifier: { zh: '修改人', en: 'Modifier' },
  modified: { zh: '修改时间', en: 'Modified' },
  moved: { zh: '位置移动', en: 'Moved' },
  area: { zh: '面积变化', en: 'Area change' },
  nonePending: { zh: '所选记录中没有待审批的围栏', en: 'None of the selected rows is awaiting approval' },
} as const

const differenceText = ({ movedM, areaChangeM2 }: Pick<ApprovalDetail, 'movedM' | 'areaChangeM2'>): string =>
  movedM === null
    ? `${text(WORDS.area)} ${shownSigned(areaChangeM2, 0)} m²`
    : `${text(WORDS.moved)} ${shownDecimal(movedM, 1)} m · ${text(WORDS.area)} ${shownSigned(areaChangeM2, 0)} m²`

/** Each of the terms as a person reads it. */
const termsText = (terms: FenceTermsShown | null): Readonly<Record<'kind' | 'place' | 'speed' | 'shape', string>> => ({
  kind: terms ? text(FENCE_KIND_NAMES[terms.kind]) : text(WORDS.none),
  place: terms?.placeName ?? text(WORDS.none),
  speed: terms === null || terms.speedLimitKmh === null ? text(WORDS.none) : `${shownWhole(terms.speedLimitKmh)} km/h`,
  shape: terms ? text(shapeText(terms.shape)) : text(WORDS.none),
})

/** Both fences on one map, and side by side in words. */
const Compared = ({ detail }: { detail: ApprovalDetail }) => {
  const view = useMemo(
    (): FenceView => ({ wanted: detail.wanted.shape, old: detail.old?.shape ?? null, points: [], middles: [], border: null }),
    [detail],
  )
  const [old, wanted] = [termsText(detail.old), termsText(detail.wanted)]
  return (
    <div className="fence-compared">
      <figure>
        <FenceMapView view={view} actions={null} near={null} fits={0} />
        <figcaption>
          {detail.old && (
            <>
              <span className="fence-key fence-key-old" aria-hidden="true" />
              {text(WORDS.old)}{' '}
            </>
          )}
          <span className="fence-key" aria-hidden="true" />
          {text(WORDS.wanted)} · {differenceText(detail)}
        </figcaption>
      </figure>
      <table className="fence-terms">
        <thead>
          <tr>
            <th scope="col">{text(WORDS.item)}</th>
            <th scope="col">{text(WORDS.old)}</th>
            <th scope="col">{text(WORDS.wanted)}</th>
          </tr>
        </thead>
        <tbody>
          {(['kind', 'place', 'speed', 'shape'] as const).map((name) => (
            <tr key={name}>
              <th scope="row">{text(WORDS[name])}</th>
              <td>{detail.old ? old[name] : '—'}</td>
              <td className={detail.old && old[name] !== wanted[name] ? 'is-changed' : ''}>{wanted[name]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {text(APPROVAL_TYPES[detail.type])} · {detail.companyName} · {detail.modifier} · {shownTime(detail.modifiedAt)}
      </p>
      {detail.status !== 'pending' && (
        <p>
          <b>{text(APPROVAL_STATES[detail.status])}</b> · {detail.approver} · {detail.approvedAt && shownTime(detail.approvedAt)}
          {detail.note !== '' && ` · ${detail.note}`}
        </p>
      )}
    </div>
  )
}

const Many = ({ rows }: { rows: PendingApprovals }) =>
  rows.length === 0 ? (
    <p>{text(WORDS.nonePending)}</p>
  ) : (
    <div className="fence-many" tabIndex={0} role="group" aria-label={text(WORDS.title)}>
      <table className="fence-terms">
        <thead>
          <tr>
            {(['fence', 'change', 'modifier', 'modified', 'difference'] as const).map((name) => (
              <th key={name} scope="col">
                {text(WORDS[name])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{row.fenceName}</td>
              <td>{text(APPROVAL_TYPES[row.type])}</td>
              <td>{row.modifier}</td>
              <td>{shownTime(row.modifiedAt)}</td>
              <td>{differenceText(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )

/** A change of fences looked at and decided: one on the map, many in a list. What is sent is what was seen: a fence that was changed since is refused. */
export const DecideDialog = ({ rows, onDone, onClose }: ActionProps) => {
  const ids = rows.map(idOf)
  const id = useId()
  const [note, setNote] = useState('')
  const [complaint, setComplaint] = useState('')
  const [busy, setBusy] = useState(false)
  const [only] = ids
  const isOne = ids.length === 1
  const detail = useEndpoint(fenceCalls.approval, { id: only ?? 0 }, { purpose: 'action', enabled: isOne, gcTime: 0 })
  const many = useEndpoint(fenceCalls.pending, null, { purpose: 'action', enabled: !isOne, gcTime: 0, staleTime: 0 })
  const query = isOne ? detail : many
  const waiting = isOne
    ? detail.data?.status === 'pending'
      ? [detail.data]
      : []
    : (many.data ?? []).filter((row) => ids.includes(String(row.id)))
  const isMine = detail.data?.isMine === true
  const mayDecide = readSession().notDemo && waiting.length > 0

  const decide = async (status: 'approved' | 'refused'): Promise<void> => {
    if (status === 'refused' && note.trim() === '') {
      setComplaint(text(WORDS.needNote))
      return document.getElementById(`${id}-note`)?.focus()
    }
    setBusy(true)
    const put = () =>
      call(
        fenceCalls.decide,
        {
          ids: waiting.map((row) => row.id).join(),
          versions: waiting.map(({ version }) => version).join(),
          status,
          note: note.trim(),
        },
        { purpose: 'silent' },
      )
    if (await callForApproval(put, { done: WORDS[status], failed: WORDS.failed })) return onDone()
    setBusy(false)
    void query.refetch()
  }

  return (
    <Dialog
      className="decide-dialog"
      title={isOne && detail.data ? `${text(WORDS.title)} · ${detail.data.fenceName}` : text(WORDS.title)}
      onEscape={onClose}
      actions={
        <>
          <button type="button" className="button" data-first onClick={onClose}>
            {text(WORDS.close)}
          </button>
          {mayDecide && (
            <>
              <button type="button" className="button" disabled={busy} onClick={() => void decide('refused')}>
                {text(isMine ? WORDS.withdraw : WORDS.refuse)}
              </button>
              {!isMine && (
                <button type="button" className="button button-primary" disabled={busy} onClick={() => void decide('approved')}>
                  {text(WORDS.approve)}
                  {isOne ? '' : ` (${waiting.length})`}
                </button>
              )}
            </>
          )}
        </>
      }
    >
      {query.isPending && <p>{text(WORDS.loading)}</p>}
      {query.isError && <p role="alert">{text(WORDS.loadFailed)}</p>}
      {isOne && detail.data && <Compared detail={detail.data} />}
      {!isOne && many.data && <Many rows={waiting} />}
      {mayDecide && isMine && <p className="decide-own">{text(WORDS.own)}</p>}
      {mayDecide && (
        <div className="decide-note">
          <label htmlFor={`${id}-note`}>{text(WORDS.note)}</label>
          <input
            id={`${id}-note`}
            className="field"
            maxLength={200}
            value={note}
            aria-invalid={complaint !== ''}
            aria-describedby={`${id}-error`}
            onChange={({ target }) => {
              setNote(target.value)
              setComplaint('')
            }}
          />
          <p id={`${id}-error`} className="handle-complaint" role={complaint === '' ? undefined : 'alert'}>
            {complaint}
          </p>
        </div>
      )}
    </Dialog>
  )
}
