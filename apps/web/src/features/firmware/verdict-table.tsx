import type { UpgradeVerdicts } from '@tanker/contract/firmware'
import { text } from '../../platform/language.ts'

const WORDS = {
  truck: { zh: '车辆', en: 'Truck' },
  runs: { zh: '当前版本', en: 'Version' },
  result: { zh: '结果', en: 'Result' },
  unknown: { zh: '未知', en: 'Unknown' },
  yes: { zh: '可升级', en: 'Can be upgraded' },
  forced: { zh: '强制降级', en: 'Forced to the older version' },
} as const

/** Those that are left out come first. */
const ORDER = { no: 0, forced: 1, yes: 2 } as const

const summary = (count: number, left: number): string =>
  left === 0
    ? text({ zh: `所选 ${count} 辆均可升级`, en: count === 1 ? 'The chosen truck can be upgraded' : `All ${count} can be upgraded` })
    : text({ zh: `所选 ${count} 辆中 ${left} 辆不会升级`, en: `${left} of the ${count} selected will not be upgraded` })

/** Which of the chosen trucks get the firmware, and why the others do not. */
export const VerdictTable = ({ verdicts, isForced }: { verdicts: UpgradeVerdicts; isForced: boolean }) => {
  const isLeft = (may: UpgradeVerdicts[number]['may']): boolean => may === 'no' || (may === 'forced' && !isForced)
  const words = summary(verdicts.length, verdicts.filter(({ may }) => isLeft(may)).length)
  return (
    <div className="entity-wrong-rows firmware-wide" tabIndex={0} role="group" aria-label={words}>
      <table>
        <caption>{words}</caption>
        <thead>
          <tr>
            <th scope="col">{text(WORDS.truck)}</th>
            <th scope="col">{text(WORDS.runs)}</th>
            <th scope="col">{text(WORDS.result)}</th>
          </tr>
        </thead>
        <tbody>
          {verdicts
            .toSorted((a, b) => ORDER[a.may] - ORDER[b.may])
            .map(({ truckId, plate, version, may, why }) => (
              <tr key={truckId}>
                <td>{plate}</td>
                <td>{version ?? text(WORDS.unknown)}</td>
                <td className={isLeft(may) ? 'firmware-left' : ''}>
                  {isLeft(may) && why ? text(why) : text(may === 'forced' ? WORDS.forced : WORDS.yes)}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
