import type { DeliveryProof } from '@tanker/contract/delivery-proof'
import { alarmGradeText } from '@tanker/domain/alarms/alarm-grade'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { CONFIRM_STATES, handleResultText } from '@tanker/domain/alarms/handling'
import { LOSS_BASES, LOSS_JUDGES } from '@tanker/domain/loss/loss-words'
import { productName } from '@tanker/domain/products/product-name'
import type { Text } from '@tanker/domain/texts/text'
import type { ReactNode } from 'react'
import { text } from '../../platform/language.ts'
import { shownDecimal, shownSigned, shownTime } from '../../platform/shown-values.ts'
import { ENTRY_TEXTS } from './ledger-words.ts'
import { WORDS } from './proof-words.ts'
import { compartmentName } from './trend-options.ts'
import { TripCurves } from './trip-curves.tsx'

const litres = (value: number | null): string => (value === null ? '–' : shownDecimal(value, 1))
const difference = (value: number | null): string => (value === null ? '–' : shownSigned(value, 2))
const moment = (value: string | null): string => (value === null ? '–' : shownTime(value))
const orMissing = (value: string): string => (value === '' ? text(WORDS.missing) : value)

type Cells = readonly ReactNode[]

/** A part of the page; one without rows says that it is missing. */
const Part = ({
  title,
  heads,
  rows,
  name,
}: {
  title: string
  heads: readonly string[]
  rows: readonly { readonly key: string; readonly cells: Cells }[]
  name?: string
}) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a phone it scrolls, by keyboard too
  <section tabIndex={0} aria-label={title} className={name}>
    <h2>{title}</h2>
    {rows.length === 0 ? (
      <p className="proof-missing">{text(WORDS.missing)}</p>
    ) : (
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td key={heads[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
)

/** Who, when, where. */
const Head = ({ proof }: { proof: DeliveryProof }) => {
  const lines: readonly (readonly [string, string])[] = [
    [text(WORDS.plate), proof.truck.plate],
    [text(WORDS.organisation), orMissing(proof.truck.organisation)],
    [text(WORDS.slip), orMissing(proof.slipNo)],
    [text(WORDS.driver), orMissing(proof.driver)],
    [text(WORDS.escort), orMissing(proof.escort)],
    [text(WORDS.depot), orMissing(proof.depot)],
    [text(WORDS.stations), orMissing(proof.stations)],
    [text(WORDS.distance), `${shownDecimal(proof.distanceKm, 1)} km`],
    [text(WORDS.loading), moment(proof.loadStartedAt)],
    [text(WORDS.leftDepot), moment(proof.leftDepotAt)],
    [text(WORDS.arrived), moment(proof.arrivedAt)],
    [text(WORDS.leftStation), moment(proof.leftStationAt)],
  ]
  return (
    <dl>
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const verdictOf = ({ judge, state }: DeliveryProof): Text =>
  judge !== null ? LOSS_JUDGES[judge] : state === 'transit' ? WORDS.underWay : WORDS.notJudged

/** What was lost, against quota and error of measurement. */
const Verdict = ({ proof }: { proof: DeliveryProof }) => {
  const { transportLossL, baseV20L, quotaL, overQuotaL, uncertaintyL } = proof
  const rate = transportLossL === null || baseV20L === null || baseV20L === 0 ? null : (transportLossL / baseV20L) * 1000
  return (
    <section className="proof-verdict">
      <h2>{text(WORDS.verdict)}</h2>
      <p>
        {transportLossL !== null ? (
          <b>{difference(transportLossL)} L</b>
        ) : (
          // Of a trip under way nothing is missing yet.
          proof.state !== 'transit' && <b>{text(WORDS.unknown)}</b>
        )}
        {rate !== null && <b> {shownDecimal(rate, 4)} ‰</b>}
        <span>{text(verdictOf(proof))}</span>
      </p>
      <dl>
        {(
          [
            [WORDS.error, uncertaintyL === null ? '–' : `±${shownDecimal(uncertaintyL * 3, 2)} L`],
            [WORDS.quota, quotaL === null ? '–' : `${shownDecimal(quotaL, 2)} L`],
            [WORDS.over, overQuotaL === null ? '–' : `${shownDecimal(overQuotaL, 2)} L`],
            [WORDS.basis, proof.basis === null ? '–' : text(LOSS_BASES[proof.basis])],
            [WORDS.total, proof.totalLossL === null ? '–' : `${difference(proof.totalLossL)} L`],
            [WORDS.leftOut, String(proof.leftOut)],
          ] as const
        ).map(([name, value]) => (
          <div key={name.en}>
            <dt>{text(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Papers = ({ proof }: { proof: DeliveryProof }) => (
  <>
    <Part
      title={text(WORDS.slips)}
      heads={[WORDS.slip, WORDS.planned, WORDS.driver, WORDS.customer, WORDS.plannedL].map(text)}
      rows={proof.slips.map((slip) => ({
        key: slip.slipNo,
        cells: [slip.slipNo, moment(slip.plannedAt), orMissing(slip.driver), orMissing(slip.customer), litres(slip.plannedV20L)],
      }))}
    />
    <Part
      title={text(WORDS.tickets)}
      heads={[WORDS.ticket, WORDS.compartment, WORDS.loadedAt, WORDS.volume, WORDS.v20].map(text)}
      rows={proof.tickets.map((ticket) => ({
        key: `${ticket.ticketNo} ${ticket.compartment}`,
        cells: [ticket.ticketNo, compartmentName(ticket.compartment), moment(ticket.loadedAt), litres(ticket.volumeL), litres(ticket.v20L)],
      }))}
    />
    <Part
      title={text(WORDS.gauges)}
      heads={[WORDS.gauge, WORDS.tank, WORDS.product, WORDS.from, WORDS.to, WORDS.received].map(text)}
      rows={proof.gauges.map((gauge) => ({
        key: `${gauge.gaugeNo} ${gauge.tankNo}`,
        cells: [
          gauge.gaugeNo,
          String(gauge.tankNo),
          text(productName(gauge.oilCode)),
          moment(gauge.startedAt),
          moment(gauge.endedAt),
          litres(gauge.receivedV20L),
        ],
      }))}
    />
  </>
)

/** One delivery on paper: everything that stands behind its loss, and by whom and when it was printed. */
export const ProofSheet = ({ proof }: { readonly proof: DeliveryProof }) => (
  <article className="proof-sheet">
    <h1>{text(WORDS.title)}</h1>
    <Head proof={proof} />
    <Verdict proof={proof} />
    <Part
      title={text(WORDS.lines)}
      heads={[
        WORDS.compartment,
        WORDS.product,
        WORDS.station,
        WORDS.loadedL,
        WORDS.arrivedL,
        WORDS.unloadedL,
        WORDS.ticketL,
        WORDS.stationL,
        WORDS.loss,
      ].map(text)}
      rows={proof.lines.map((line) => ({
        key: `${line.leg} ${line.compartment}`,
        cells: [
          compartmentName(line.compartment),
          text(productName(line.oilCode)),
          orMissing(line.station),
          litres(line.loadV20L),
          litres(line.arriveV20L),
          litres(line.unloadV20L),
          litres(line.ticketV20L),
          litres(line.stationV20L),
          difference(line.transportLossL),
        ],
      }))}
    />
    <section className="proof-curve">
      <h2>{text(WORDS.curve)}</h2>
      {proof.curve.compartments.some(({ at }) => at.length > 0) ? (
        <TripCurves curve={proof.curve} theme="light" />
      ) : (
        <p className="proof-missing">{text(WORDS.missing)}</p>
      )}
    </section>
    <Papers proof={proof} />
    <Part
      title={text(WORDS.ledger)}
      name="proof-ledger"
      heads={[WORDS.compartment, WORDS.at, WORDS.entry, WORDS.v20, WORDS.balance].map(text)}
      rows={proof.ledger.map((entry) => ({
        key: `${entry.compartment} ${entry.entry} ${entry.from} ${entry.to}`,
        cells: [
          compartmentName(entry.compartment),
          moment(entry.to),
          text(ENTRY_TEXTS[entry.entry]),
          shownSigned(entry.v20L, 1),
          litres(entry.balanceV20L),
        ],
      }))}
    />
    <Part
      title={text(WORDS.alarms)}
      heads={[WORDS.at, WORDS.alarm, WORDS.grade, WORDS.handled, WORDS.result, WORDS.confirm].map(text)}
      rows={proof.alarms.map((alarm) => ({
        key: alarm.id,
        cells: [
          moment(alarm.startedAt),
          text(alarmType(alarm.type)?.name ?? { zh: String(alarm.type), en: String(alarm.type) }),
          text(alarmGradeText[alarm.grade]),
          alarm.handledAt === null ? text(WORDS.unhandled) : `${moment(alarm.handledAt)} ${alarm.handler}`,
          alarm.result === '' ? '–' : text(handleResultText(alarm.result)),
          text(CONFIRM_STATES[alarm.confirm]),
        ],
      }))}
    />
    {proof.more && <p>{text(WORDS.more)}</p>}
    <footer>
      {text(WORDS.madeBy)} {proof.madeBy} · {moment(proof.madeAt)}
    </footer>
  </article>
)
