import type { DeviceTest } from '@tanker/contract/device-tests'
import { DEVICE_TEST_STATES } from '@tanker/domain/devices/device-test'
import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { text } from '../../platform/language.ts'
import { useScreenAddress } from '../../platform/screen-frame/screen-address.ts'
import { shownTime } from '../../platform/shown-values.ts'
import { fullName, stateName, unsettledNames } from './step-groups.ts'

const WORDS = {
  title: { zh: '车载设备检测报告', en: 'Device test report' },
  reportNo: { zh: '报告编号', en: 'Report number' },
  organisation: { zh: '所属组织', en: 'Organisation' },
  plate: { zh: '车牌号', en: 'Plate' },
  console: { zh: '主机编号', en: 'Console code' },
  tester: { zh: '检测人', en: 'Tester' },
  started: { zh: '开始时间', en: 'Started' },
  ended: { zh: '结束时间', en: 'Ended' },
  step: { zh: '检测项', en: 'Step' },
  expected: { zh: '要求', en: 'Expected' },
  actual: { zh: '实测', en: 'Actual' },
  at: { zh: '时间', en: 'Time' },
  result: { zh: '结果', en: 'Result' },
  whole: { zh: '检测结论', en: 'Result of the test' },
  against: { zh: '未通过项', en: 'Not passed' },
  remark: { zh: '备注', en: 'Remark' },
  signTester: { zh: '检测人签字', en: 'Signature of the tester' },
  signOwner: { zh: '车辆单位签字', en: 'Signature for the truck' },
  day: { zh: '日期', en: 'Date' },
} as const

/**
 * Whether the page is being printed, by its button or by the browser's own command. `print` in the address asks for it once, where
 * there is something to print.
 */
export function usePrinting(isPrintable: boolean): boolean {
  const { search, ask } = useScreenAddress()
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // Before the browser looks at the page, not with the next frame.
    const begin = (): void => flushSync(() => setPrinting(true))
    const stop = (): void => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', stop)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', stop)
      setPrinting(false)
    }
  }, [])
  const isAsked = search['print'] !== undefined && isPrintable
  const printOnce = useEffectEvent(() => {
    const { print: _print, ...rest } = search
    ask(rest, { replace: true })
    window.print()
  })
  useEffect(() => {
    if (!isAsked) return
    const timer = setTimeout(() => printOnce())
    return () => clearTimeout(timer)
  }, [isAsked])
  return printing
}

/** The report on paper, in the user's language; nothing of it is on the screen. */
export const PrintedSheet = ({ test }: { readonly test: DeviceTest }) =>
  createPortal(
    <article className="test-sheet">
      <h1>{text(WORDS.title)}</h1>
      <dl>
        {(
          [
            [WORDS.reportNo, test.reportNo ?? '—'],
            [WORDS.plate, test.plate],
            [WORDS.organisation, test.companyName],
            [WORDS.console, test.consoleCode],
            [WORDS.started, shownTime(test.startedAt)],
            [WORDS.ended, test.endedAt === null ? '—' : shownTime(test.endedAt)],
            [WORDS.tester, test.tester],
          ] as const
        ).map(([name, value]) => (
          <div key={name.en}>
            <dt>{text(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <table>
        <thead>
          <tr>
            {[WORDS.step, WORDS.expected, WORDS.actual, WORDS.at, WORDS.result].map((name) => (
              <th key={name.en} scope="col">
                {text(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {test.steps.map((step) => (
            <tr key={step.key}>
              <th scope="row">{fullName(step)}</th>
              <td>{step.expected}</td>
              <td>{[step.actual, step.remark].filter((one) => one !== null && one !== '').join(' · ')}</td>
              <td>{step.at === null ? '' : shownTime(step.at)}</td>
              <td data-state={step.state}>{stateName(step, test.state !== 'open')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="sheet-result">
        {text(WORDS.whole)} <b>{text(DEVICE_TEST_STATES[test.state])}</b>
      </p>
      {test.state === 'failed' && (
        <p>
          {text(WORDS.against)} {unsettledNames(test.steps)}
        </p>
      )}
      {test.remark !== '' && (
        <p>
          {text(WORDS.remark)} {test.remark}
        </p>
      )}
      <footer>
        {[WORDS.signTester, WORDS.signOwner, WORDS.day].map((name) => (
          <span key={name.en}>{text(name)}</span>
        ))}
      </footer>
    </article>,
    document.body,
  )
