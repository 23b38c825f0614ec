import { boardCalls } from '@tanker/contract/endpoints/board'
import { DEVICE_TYPE_NAMES, DEVICE_TYPES, type DeviceNode, type DeviceState } from '@tanker/contract/device-monitor'
import type { TruckCard as Card } from '@tanker/contract/trucks'
import { useCallback } from 'react'
import { invalidate, useEndpoint } from '../../../platform/calls/use-endpoint.ts'
import { text } from '../../../platform/language.ts'
import { shownAgo, shownDecimal, shownTime } from '../../../platform/shown-values.ts'
import { StaleNote } from '../../../platform/ui/stale-note.tsx'
import { useNow } from '../../../platform/ui/use-now.ts'
import type { BoardCardProps } from '../board.tsx'
import { CardFrame, Fact, Place } from '../card-frame.tsx'
import { CardLinks } from '../card-links.tsx'
import { DEVICE_LINKS } from '../truck-links.ts'
import { COLOUR_OF_STATE, deviceName, type DeviceRow, STATE_WORDS, troubleWords } from './device-rows.ts'

const WORDS = {
  health: { zh: '设备状态', en: 'Devices' },
  contact: { zh: '最后通信', en: 'Last contact' },
  never: { zh: '从未通信', en: 'never' },
  power: { zh: '外部 / 备用电源', en: 'External / backup power' },
  signal: { zh: '信号强度', en: 'Signal' },
  code: { zh: '主机编号', en: 'Console No.' },
  firmware: { zh: '固件：主机 / 控制器', en: 'Firmware: console / controller' },
  place: { zh: '位置', en: 'Place' },
  tree: { zh: '车载设备', en: 'Devices of the truck' },
  version: { zh: '固件', en: 'firmware' },
} as const

const refreshMs = 30_000

const volts = (value: number | null): string => (value === null ? '–' : `${shownDecimal(value, 1)} V`)

/** Below 10 a connection is weak (CSQ). */
const weakBelow = 10
const signalWords = (signal: number | null): string =>
  signal === null ? '–' : signal < weakBelow ? text({ zh: `${signal}（弱）`, en: `${signal} (weak)` }) : String(signal)

const StateMark = ({ state }: { state: DeviceState }) => (
  <span className="device-state">
    <span className="state-dot" style={{ background: `var(--${COLOUR_OF_STATE[state]})` }} />
    {text(STATE_WORDS[state])}
  </span>
)

const Device = ({ device, now }: { device: DeviceNode; now: number }) => {
  const trouble = troubleWords(device)
  return (
    <li className="device" data-state={device.state}>
      <span className="device-name">
        {deviceName(device)}
        {device.version !== null && (
          <small className="card-muted">
            {' '}
            {text(WORDS.version)} {device.version}
          </small>
        )}
        {trouble !== '' && <small className="device-trouble">{trouble}</small>}
      </span>
      <StateMark state={device.state} />
      {device.at === null ? (
        <span className="card-muted">–</span>
      ) : (
        <time className="card-muted" dateTime={new Date(device.at).toISOString()} title={shownTime(device.at)}>
          {shownAgo(device.at, now)}
        </time>
      )}
    </li>
  )
}

const countWords = (devices: readonly DeviceNode[]): string => {
  const [ok, faulty] = (['ok', 'faulty'] as const).map((state) => devices.filter((one) => one.state === state).length) as [number, number]
  return faulty === 0
    ? text({ zh: `${ok} 正常`, en: `${ok} OK` })
    : text({ zh: `${ok} 正常，${faulty} 故障`, en: `${ok} OK, ${faulty} faulty` })
}

/** The devices under their types; a type that the truck does not have is left out. Types with a fault stand open. */
const DeviceTree = ({ devices }: { devices: readonly DeviceNode[] }) => {
  const now = useNow(10_000)
  return (
    <div className="device-tree">
      {DEVICE_TYPE_NAMES.map((type) => {
        const ofType = devices.filter((one) => one.type === type)
        if (ofType.length === 0) return null
        const worst: DeviceState = (['faulty', 'ok'] as const).find((state) => ofType.some((one) => one.state === state)) ?? 'silent'
        return (
          <details key={`${type} ${worst === 'faulty'}`} open={worst === 'faulty' || ofType.length <= 2}>
            <summary>
              <span className="state-dot" style={{ background: `var(--${COLOUR_OF_STATE[worst]})` }} />
              <span>{text(DEVICE_TYPES[type])}</span>
              <span className="card-muted">{worst === 'silent' ? text(STATE_WORDS.silent) : countWords(ofType)}</span>
            </summary>
            <ul>
              {ofType.map((device) => (
                <Device key={`${device.compartment} ${device.probeType} ${device.number}`} device={device} now={now} />
              ))}
            </ul>
          </details>
        )
      })}
    </div>
  )
}

const Body = ({ card, row, devices }: { card: Card; row: DeviceRow | undefined; devices: readonly DeviceNode[] | undefined }) => {
  const now = useNow(10_000)
  return (
    <>
      <dl className="card-facts">
        <Fact label={text(WORDS.health)}>{row ? <StateMark state={row.health} /> : '–'}</Fact>
        <Fact label={text(WORDS.contact)}>
          {row?.contactAt ? (
            <time dateTime={new Date(row.contactAt).toISOString()} title={shownTime(row.contactAt)}>
              {shownAgo(row.contactAt, now)}
            </time>
          ) : (
            text(WORDS.never)
          )}
        </Fact>
        <Fact label={text(WORDS.power)}>
          {volts(card.externalV)} / {volts(card.backupV)}
        </Fact>
        <Fact label={text(WORDS.signal)}>{signalWords(row?.signal ?? null)}</Fact>
        <Fact label={text(WORDS.firmware)}>
          {row?.consoleVersion ?? '–'} / {row?.controllerVersion ?? '–'}
        </Fact>
        <Fact label={text(WORDS.code)}>{row?.consoleCode || '–'}</Fact>
        <Fact label={text(WORDS.place)} className="card-place-fact">
          <Place {...card} />
        </Fact>
      </dl>
      <h3 className="card-heading">{text(WORDS.tree)}</h3>
      {devices && <DeviceTree devices={devices} />}
    </>
  )
}

/** The card of the device monitor: what the truck carries as devices, and how each stands. */
export const DeviceCard = ({ row, ...props }: BoardCardProps & { readonly row: DeviceRow | undefined }) => {
  const { truckId } = props
  const query = useEndpoint(boardCalls.truckDevices, { truckId }, { purpose: 'poll', refetchInterval: refreshMs })
  const refresh = useCallback((): void => void invalidate(boardCalls.truckDevices, { truckId }), [truckId])
  return (
    <CardFrame
      {...props}
      onChange={refresh}
      links={(card) => <CardLinks truckId={truckId} plate={card?.signCode ?? ''} since={null} destinations={DEVICE_LINKS} />}
    >
      {(card) => (
        <>
          <StaleNote query={query} />
          <Body card={card} row={row} devices={query.data?.devices} />
        </>
      )}
    </CardFrame>
  )
}
