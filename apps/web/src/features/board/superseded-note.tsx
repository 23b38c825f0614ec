import { alarmCalls } from '@tanker/contract/endpoints/alarms'
import type { AlarmStanding } from '@tanker/contract/alarms'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { text } from '../../platform/language.ts'
import { shownTime } from '../../platform/shown-values.ts'

/** Late data may come while the card stands open. */
const askAgainMs = 30_000

const note = ({ type, startTime }: AlarmStanding, supersededAt: string): string => {
  const name = alarmType(type)?.name ?? { zh: '报警', en: 'alarm' }
  return text({
    zh: `${shownTime(startTime)} 的“${name.zh}”已于 ${shownTime(supersededAt)} 被补传数据取代，不再有效，无需处理。`,
    en: `"${name.en}" of ${shownTime(startTime)} was superseded by late data at ${shownTime(supersededAt)}. It is no longer valid; no action is needed.`,
  })
}

/** Said on the card of a truck that was opened from an alarm which late data took back since. */
export const SupersededNote = ({ alarmId }: { alarmId: string }) => {
  const { data } = useEndpoint(
    alarmCalls.standing,
    { alarmId },
    { purpose: 'poll', enabled: /^\d{1,18}$/.test(alarmId), refetchInterval: askAgainMs, retry: false },
  )
  if (!data || data.supersededAt === null) return null
  return (
    <p className="card-note" role="status">
      {note(data, data.supersededAt)}
    </p>
  )
}
