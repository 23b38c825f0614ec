import { deviceTestCalls } from '@tanker/contract/endpoints/device-tests'
import type { DeviceTest } from '@tanker/contract/device-tests'
import { DEVICE_TEST_HOURS, DEVICE_TEST_STATES } from '@tanker/domain/devices/device-test'
import { type ReactNode, useRef, useState } from 'react'
import { call } from '../../platform/calls/call.ts'
import { cached, invalidate, keepAnswer, keyOf, useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { text } from '../../platform/language.ts'
import { useScreenAddress } from '../../platform/screen-frame/screen-address.ts'
import { shownTime } from '../../platform/shown-values.ts'
import { SheetNotRead } from '../../platform/ui/sheet-not-read.tsx'
import { StaleNote } from '../../platform/ui/stale-note.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { CancelTestDialog } from './cancel-test-dialog.tsx'
import './device-tests.css'
import { EndTestDialog } from './end-test-dialog.tsx'
import { readTestsAgain } from './read-tests-again.ts'
import { stepGroups, unsettled, unsettledNames } from './step-groups.ts'
import { StepRow } from './step-row.tsx'
import { PrintedSheet, usePrinting } from './printed-sheet.tsx'

const WORDS = {
  title: { zh: '设备检测', en: 'Device test' },
  back: { zh: '返回列表', en: 'Back to the list' },
  failed: { zh: '检测加载失败', en: 'The test could not be loaded' },
  organisation: { zh: '所属组织', en: 'Organisation' },
  console: { zh: '主机编号', en: 'Console code' },
  tester: { zh: '检测人', en: 'Tester' },
  started: { zh: '开始时间', en: 'Started' },
  ended: { zh: '结束时间', en: 'Ended' },
  reportNo: { zh: '报告编号', en: 'Report number' },
  against: { zh: '未通过项', en: 'Not passed' },
  remark: { zh: '备注', en: 'Remark' },
  end: { zh: '结束检测', en: 'End test' },
  cancel: { zh: '取消检测', en: 'Cancel test' },
  print: { zh: '打印报告', en: 'Print report' },
  done: { zh: '检测已结束', en: 'The test has ended' },
  old: {
    zh: `检测已超过 ${DEVICE_TEST_HOURS} 小时，之后的上报不再计入，请结束或取消。`,
    en: `The test is older than ${DEVICE_TEST_HOURS} hours: data that the truck sends now is ignored. Please end or cancel it.`,
  },
} as const

/** So often an open test is looked at again: a step turns green while the technician still holds the cover. */
const pollMs = 2_000

/** One test on the screen of tests, open or over: its address names it. */
export const DeviceTestPage = ({ id }: { readonly id: number }) => {
  const { search, ask } = useScreenAddress()
  const shown = useEndpoint(
    deviceTestCalls.read,
    { id },
    { purpose: 'poll', refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'open' ? pollMs : false) },
  )
  const { test: _test, print: _print, ...list } = search
  const back = (): void => ask(list)
  if (shown.data) return <ShownTest key={id} test={shown.data} stale={<StaleNote query={shown} />} onBack={back} />
  return <SheetNotRead failed={shown.isError ? text(WORDS.failed) : null} onAgain={() => void shown.refetch()} onBack={back} />
}

/** A change of the test that was seen; answers the test as it stands after it. */
type Change = (about: { readonly id: number; readonly version: number }) => Promise<DeviceTest>
const ACTION = { purpose: 'action' } as const

type ShownTestProps = { readonly test: DeviceTest; readonly stale: ReactNode; readonly onBack: () => void }

const ShownTest = ({ test, stale, onBack }: ShownTestProps) => {
  const [open, setOpen] = useState<'end' | 'cancel' | null>(null)
  const printing = usePrinting(test.state !== 'open')
  const isOpen = test.state === 'open'
  const left = unsettled(test.steps).length

  const sent = useRef<Promise<unknown>>(Promise.resolve())

  /** Sends a change and shows what it answers; refused, what stands there now. */
  const send = async (make: Change): Promise<boolean> => {
    const { id } = test
    await queryClient.cancelQueries({ queryKey: keyOf(deviceTestCalls.read, { id }) })
    const version = cached(deviceTestCalls.read, { id })?.version ?? test.version
    try {
      keepAnswer(deviceTestCalls.read, { id }, await make({ id, version }))
      readTestsAgain()
      return true
    } catch {
      // `call` has shown the reason.
      await invalidate(deviceTestCalls.read, { id })
      return false
    }
  }
  /** One after the other: who ticks quickly is no second person who changes the test. */
  const change = (make: Change): Promise<boolean> => {
    const answer = sent.current.then(() => send(make))
    sent.current = answer
    return answer
  }
  const end = async (remark: string): Promise<void> => {
    if (await change((about) => call(deviceTestCalls.end, { ...about, remark }, ACTION))) toast('success', text(WORDS.done))
    setOpen(null)
  }
  const cancel = async (): Promise<void> => {
    await change(({ id }) => call(deviceTestCalls.cancel, { id }, ACTION))
    setOpen(null)
  }

  return (
    <div className="sheet-page">
      <header className="sheet-head test-head">
        <button type="button" className="button" onClick={onBack}>
          {text(WORDS.back)}
        </button>
        <h1>
          {text(WORDS.title)} {test.plate}
        </h1>
        <b className="sheet-verdict test-result" data-state={test.state}>
          {text(DEVICE_TEST_STATES[test.state])}
        </b>
        <p className="test-progress" role="status">
          {text({
            zh: `${test.steps.length} 项中 ${test.steps.length - left} 项通过`,
            en: `${test.steps.length - left} of ${test.steps.length} steps passed`,
          })}
        </p>
        <div className="sheet-tools">
          {test.mayCancel && (
            <button type="button" className="button" onClick={() => setOpen('cancel')}>
              {text(WORDS.cancel)}
            </button>
          )}
          {isOpen && test.isMine && (
            <button type="button" className="button button-primary" onClick={() => setOpen('end')}>
              {text(WORDS.end)}
            </button>
          )}
          {test.reportNo !== null && (
            <button type="button" className="button button-primary" onClick={() => window.print()}>
              {text(WORDS.print)}
            </button>
          )}
        </div>
      </header>
      {stale}
      {isOpen && Date.parse(test.evidenceUntil) < Date.now() && <p className="stale-note">{text(WORDS.old)}</p>}
      <div className="sheet-body test-body" tabIndex={0} role="region" aria-label={text(WORDS.title)}>
        <dl className="test-facts">
          <Fact name={WORDS.organisation} value={test.companyName} />
          <Fact name={WORDS.console} value={test.consoleCode} />
          <Fact name={WORDS.tester} value={test.tester} />
          <Fact name={WORDS.started} value={shownTime(test.startedAt)} />
          {test.endedAt !== null && <Fact name={WORDS.ended} value={shownTime(test.endedAt)} />}
          {test.reportNo !== null && <Fact name={WORDS.reportNo} value={test.reportNo} />}
          {test.state === 'failed' && <Fact name={WORDS.against} value={unsettledNames(test.steps)} />}
          {test.remark !== '' && <Fact name={WORDS.remark} value={test.remark} />}
        </dl>
        {stepGroups(test.steps).map(({ name, steps }) => (
          <section key={name} className="test-group">
            <h2>
              {name}
              <small>
                {steps.length - unsettled(steps).length} / {steps.length}
              </small>
            </h2>
            <ul>
              {steps.map((step) => (
                <StepRow
                  key={step.key}
                  step={step}
                  isOver={!isOpen}
                  onEnter={
                    isOpen && test.isMine
                      ? (entered) => change((about) => call(deviceTestCalls.step, { ...about, step: step.key, ...entered }, ACTION))
                      : null
                  }
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {open === 'end' && <EndTestDialog steps={test.steps} onEnd={end} onCancel={() => setOpen(null)} />}
      {open === 'cancel' && <CancelTestDialog plate={test.plate} tester={test.tester} onConfirm={cancel} onClose={() => setOpen(null)} />}
      {printing && <PrintedSheet test={test} />}
    </div>
  )
}

const Fact = ({ name, value }: { readonly name: { readonly zh: string; readonly en: string }; readonly value: string }) => (
  <div>
    <dt>{text(name)}</dt>
    <dd>{value}</dd>
  </div>
)
