import type { LedgerEntry, LitreLedger } from '@tanker/contract/level-trend'
import { text } from '../../platform/language.ts'
import { shownDecimal, shownSigned, shownTime } from '../../platform/shown-values.ts'
import { ENTRY_TEXTS } from './ledger-words.ts'
import { byCompartment, isHighUnexplained, sumLedger } from './ledger-sums.ts'
import { compartmentName } from './trend-options.ts'

const WORDS = {
  empty: { zh: '暂无数据', en: 'No data' },
  emptyWhy: { zh: '该车在所选时段没有台账记录', en: 'No ledger entries of this truck in this period' },
  more: { zh: '记录过多，仅显示前 2000 条，请缩短时间。', en: 'Only the first 2,000 entries are shown. Choose a shorter period.' },
  loaded: { zh: '装油', en: 'Loaded' },
  unloaded: { zh: '卸油', en: 'Unloaded' },
  unexplained: { zh: '不明差量', en: 'Unexplained' },
  explained: { zh: '全部油量均有去向', en: 'Every litre is accounted for' },
  when: { zh: '时间', en: 'Time' },
  entry: { zh: '项目', en: 'Entry' },
  v20: { zh: '标准体积 (L)', en: 'V20 (L)' },
  volume: { zh: '视体积 (L)', en: 'Volume (L)' },
  balance: { zh: '结存 V20 (L)', en: 'Balance V20 (L)' },
} as const

const openReadings = ({ entry, compartment }: LedgerEntry): string =>
  text({
    zh: `查看${compartment}仓${ENTRY_TEXTS[entry].zh}的读数`,
    en: `Show the readings behind ${ENTRY_TEXTS[entry].en.toLowerCase()} of compartment ${compartment}`,
  })

const Sums = ({ ledger }: { ledger: LitreLedger }) => {
  const { loadedL, unloadedL, unexplainedL, unexplainedPermille } = sumLedger(ledger.entries)
  return (
    <dl className="ledger-sums">
      <div>
        <dt>{text(WORDS.loaded)}</dt>
        <dd>{shownDecimal(loadedL, 1)} L</dd>
      </div>
      <div>
        <dt>{text(WORDS.unloaded)}</dt>
        <dd>{shownDecimal(unloadedL, 1)} L</dd>
      </div>
      <div data-high={isHighUnexplained(unexplainedL)}>
        <dt>{text(WORDS.unexplained)}</dt>
        <dd>
          {unexplainedL === 0 ? (
            text(WORDS.explained)
          ) : (
            <>
              {shownSigned(unexplainedL, 1)} L{unexplainedPermille !== null && <small> {shownDecimal(unexplainedPermille, 2)} ‰</small>}
            </>
          )}
        </dd>
      </div>
    </dl>
  )
}

type LitreLedgerProps = { readonly ledger: LitreLedger; readonly onOpen: (entry: LedgerEntry) => void }

/** Where every litre of the truck went: the books of each compartment; a number opens the readings that it follows from. */
export const LitreLedgerPanel = ({ ledger, onOpen }: LitreLedgerProps) => {
  if (ledger.entries.length === 0) {
    return (
      <div className="waiting">
        <div>
          <b>{text(WORDS.empty)}</b>
          <p>{text(WORDS.emptyWhy)}</p>
        </div>
      </div>
    )
  }
  return (
    <div className="ledger" tabIndex={0} role="region" aria-label={text({ zh: '油量台账', en: 'Litre ledger' })}>
      <Sums ledger={ledger} />
      {ledger.more && <p>{text(WORDS.more)}</p>}
      <div className="ledger-books">
        {byCompartment(ledger.entries).map(([compartment, entries]) => (
          <table key={compartment} className="trend-table ledger-book">
            <caption>{compartmentName(compartment)}</caption>
            <thead>
              <tr>
                <th scope="col">{text(WORDS.when)}</th>
                <th scope="col">{text(WORDS.entry)}</th>
                <th scope="col">{text(WORDS.v20)}</th>
                <th scope="col">{text(WORDS.volume)}</th>
                <th scope="col">{text(WORDS.balance)}</th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <tr
                  key={`${entry.entry} ${entry.from} ${entry.to}`}
                  data-entry={entry.entry}
                  data-high={entry.entry === 'unexplained' && isHighUnexplained(entry.v20L)}
                >
                  <td>{shownTime(entry.to)}</td>
                  <th scope="row">{text(ENTRY_TEXTS[entry.entry])}</th>
                  <td>
                    <button type="button" className="cell-button" title={openReadings(entry)} onClick={() => onOpen(entry)}>
                      {shownSigned(entry.v20L, 1)}
                    </button>
                  </td>
                  <td>{shownSigned(entry.volumeL, 1)}</td>
                  <td>{shownDecimal(entry.balanceV20L, 1)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </div>
  )
}
