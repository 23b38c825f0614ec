import type { VideoChannels, VideoStream } from '@tanker/contract/video'
import { text } from '../../platform/language.ts'
import { SwitchOf } from './switch-of.tsx'
import { trafficWords } from './use-channels.ts'

const WORDS = {
  windows: { zh: '窗口数', en: 'Windows' },
  stream: { zh: '码流', en: 'Stream' },
  main: { zh: '主码流', en: 'Main' },
  sub: { zh: '子码流', en: 'Sub' },
  traffic: { zh: '本月视频流量', en: 'Video traffic this month' },
} as const

const STREAMS = ['sub', 'main'] as const

type Change = (changed: Record<string, string>) => void

type WindowsSwitchProps<N extends number> = { readonly offered: readonly N[]; readonly value: N; readonly onChange: Change }

/** How many windows a screen has; kept in its address. */
export const WindowsSwitch = <N extends number>({ offered, value, onChange }: WindowsSwitchProps<N>) => (
  <SwitchOf
    label={text(WORDS.windows)}
    offered={offered}
    value={value}
    words={String}
    onChange={(one) => onChange({ windows: String(one) })}
  />
)

type StreamSwitchProps = { readonly value: VideoStream; readonly onChange: Change }

/** Which stream cameras send; kept in the address. */
export const StreamSwitch = ({ value, onChange }: StreamSwitchProps) => (
  <SwitchOf
    label={text(WORDS.stream)}
    offered={STREAMS}
    value={value}
    words={(one) => text(WORDS[one])}
    onChange={(one) => onChange({ stream: one })}
  />
)

/** What the cameras of a truck have sent this month. */
export const Traffic = ({ truck }: { readonly truck: VideoChannels }) => (
  <span className="live-traffic">{`${text(WORDS.traffic)} ${trafficWords(truck.trafficBytes)}`}</span>
)
