import { entityCalls } from '@tanker/contract/endpoints/base-data'
import { fenceCalls } from '@tanker/contract/endpoints/fences'
import { fence } from '@tanker/contract/base-data/fence'
import { shapeText, shapeValue } from '@tanker/contract/base-data/shape-field'
import { CORRECTION_DAYS, CORRECTION_PROBLEMS, type CorrectionProposal } from '@tanker/contract/fence-correction'
import { CORRECTION_MARGIN_M } from '@tanker/domain/fences/fence-correction'
import { useMemo, useState } from 'react'
import { call } from '../../platform/calls/call.ts'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { text } from '../../platform/language.ts'
import type { FenceView } from '../../platform/map/fence-features.ts'
import { type ActionProps, idOf } from '../../report/actions.ts'
import { shownDecimal, shownSigned, shownWhole } from '../../platform/shown-values.ts'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { callForApproval } from './approval-call.ts'
import { FenceMapView } from '../../platform/map/fence-map-view.tsx'
import '../../platform/map/fences.css'

const WORDS = {
  title: { zh: '修正围栏', en: 'Correct the fence' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '修正建议加载失败', en: 'The correction could not be loaded' },
  cancel: { zh: '取消', en: 'Cancel' },
  close: { zh: '关闭', en: 'Close' },
  send: { zh: '提交审批', en: 'Send for approval' },
  sent: { zh: '已提交，须由他人审批后生效', en: 'Sent for approval; takes effect once another user approves it' },
  notSent: { zh: '提交失败', en: 'The correction could not be sent' },
  item: { zh: '项目', en: 'Item' },
  old: { zh: '原围栏', en: 'Old fence' },
  wanted: { zh: '新围栏', en: 'New fence' },
  shape: { zh: '围栏范围', en: 'Fence area' },
  difference: { zh: '差异', en: 'Difference' },
  inside: { zh: '围栏内停车', en: 'Stops inside' },
  outside: { zh: '围栏外停车', en: 'Stops outside' },
  why: {
    zh: `新围栏是包含原围栏和所有停车位置（外扩 ${CORRECTION_MARGIN_M} 米）的最小范围。`,
    en: `The new fence is the smallest one that contains the old fence and every stop with a margin of ${CORRECTION_MARGIN_M} m.`,
  },
} as const

const differenceText = ({ movedM, areaChangeM2 }: CorrectionProposal): string =>
  text({
    zh: `位置移动 ${shownDecimal(movedM, 1)} m · 面积变化 ${shownSigned(areaChangeM2, 0)} m²`,
    en: `Moved ${shownDecimal(movedM, 1)} m · Area change ${shownSigned(areaChangeM2, 0)} m²`,
  })

/** What the proposal rests on, so that who approves can judge it. */
function foundText({ stops, leftOut, furthestM }: CorrectionProposal): string {
  const outside = stops.filter((stop) => stop.outside).length
  const left = leftOut === 0 ? '' : text({ zh: `，另有 ${leftOut} 次定位过远未计入`, en: `; ${leftOut} too far away were excluded` })
  return text({
    zh: `近 ${CORRECTION_DAYS} 天内 ${stops.length} 次装卸油停车，其中 ${outside} 次在围栏外，最远 ${shownWhole(Math.round(furthestM))} m${left}。`,
    en: `${stops.length} stops to load or unload in the last ${CORRECTION_DAYS} days, ${outside} of them outside, the furthest by ${shownWhole(Math.round(furthestM))} m${left}.`,
  })
}

const Found = ({ proposal }: { proposal: CorrectionProposal }) => {
  const { old, wanted, stops, problem } = proposal
  const view = useMemo((): FenceView => ({ wanted, old, points: [], middles: [], border: null, stops }), [wanted, old, stops])
  return (
    <div className="fence-compared">
      {problem !== null && <p role="status">{text(CORRECTION_PROBLEMS[problem])}</p>}
      {stops.length > 0 && <p>{foundText(proposal)}</p>}
      {old !== null && (
        <figure>
          <FenceMapView view={view} actions={null} near={null} fits={0} />
          <figcaption className="fence-legend">
            <span>
              <span className="fence-key fence-key-old" aria-hidden="true" />
              {text(WORDS.old)}
            </span>
            {wanted !== null && (
              <span>
                <span className="fence-key" aria-hidden="true" />
                {text(WORDS.wanted)}
              </span>
            )}
            {stops.length > 0 && (
              <>
                <span>
                  <span className="fence-stop" aria-hidden="true" />
                  {text(WORDS.inside)}
                </span>
                <span>
                  <span className="fence-stop fence-stop-outside" aria-hidden="true" />
                  {text(WORDS.outside)}
                </span>
              </>
            )}
          </figcaption>
        </figure>
      )}
      {old !== null && wanted !== null && (
        <>
          <table className="fence-terms">
            <thead>
              <tr>
                <th scope="col">{text(WORDS.item)}</th>
                <th scope="col">{text(WORDS.old)}</th>
                <th scope="col">{text(WORDS.wanted)}</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">{text(WORDS.shape)}</th>
                <td>{text(shapeText(old))}</td>
                <td className="is-changed">{text(shapeText(wanted))}</td>
              </tr>
              <tr>
                <th scope="row">{text(WORDS.difference)}</th>
                <td colSpan={2}>{differenceText(proposal)}</td>
              </tr>
            </tbody>
          </table>
          <p>{text(WORDS.why)}</p>
        </>
      )}
    </div>
  )
}

/** A fence corrected by where trucks stood: looked at, then sent for approval as any other change of it. The row is the fence or an alarm. */
export const CorrectDialog = ({ name, row, onDone, onClose }: ActionProps) => {
  const ofAlarm = name === 'correct-fence-of-alarm'
  const [busy, setBusy] = useState(false)
  const options = { purpose: 'action', gcTime: 0 } as const
  const byFence = useEndpoint(fenceCalls.proposeCorrection, { fenceId: Number(row['id']) }, { ...options, enabled: !ofAlarm })
  const byAlarm = useEndpoint(fenceCalls.proposeCorrectionOfAlarm, { alarmId: idOf(row) }, { ...options, enabled: ofAlarm })
  const query = ofAlarm ? byAlarm : byFence
  const proposal = query.data
  const wanted = proposal?.wanted ?? null

  const send = async ({ fenceId, version }: CorrectionProposal): Promise<void> => {
    if (wanted === null) return
    setBusy(true)
    const put = async (): Promise<void> => {
      const { values } = await call(entityCalls(fence).read, { id: fenceId }, { purpose: 'silent' })
      // Sends the version that was shown: a fence changed since then is refused.
      const changed = { ...values, shape: shapeValue(wanted) } as Record<string, string | number | null>
      await call(entityCalls(fence).change, { ...changed, id: fenceId, version }, { purpose: 'silent' })
    }
    if (await callForApproval(put, { done: WORDS.sent, failed: WORDS.notSent })) return onDone()
    setBusy(false)
    void query.refetch()
  }

  return (
    <Dialog
      className="decide-dialog"
      title={proposal && proposal.fenceName !== '' ? `${text(WORDS.title)} · ${proposal.fenceName}` : text(WORDS.title)}
      onEscape={onClose}
      actions={
        <>
          <button type="button" className="button" data-first onClick={onClose}>
            {text(wanted === null ? WORDS.close : WORDS.cancel)}
          </button>
          {proposal && wanted !== null && (
            <button type="button" className="button button-primary" disabled={busy} onClick={() => void send(proposal)}>
              {text(WORDS.send)}
            </button>
          )}
        </>
      }
    >
      {query.isPending && <p>{text(WORDS.loading)}</p>}
      {query.isError && <p role="alert">{text(WORDS.failed)}</p>}
      {proposal && <Found proposal={proposal} />}
    </Dialog>
  )
}
