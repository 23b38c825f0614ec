/** The recorder of a truck: what it kept of the last days is a function of truck, channel and time alone, as its pictures are. */

/** One file of a recorder, ms since 1970. */
export type KeptRecording = { readonly from: number; readonly to: number; readonly isAlarm: boolean; readonly bytes: number }

/** The clock of the depots, by which trucks start their day. */
const zoneMs = 8 * 3_600_000
const dayMs = 86_400_000
const minuteMs = 60_000
const keptDays = 3
/** A recorder begins a file every quarter of an hour. */
const fileMs = 15 * minuteMs
/** What cameras write, bytes a second: the main stream of a small camera, a little more or less by the scene. */
const bytesASecond = 48_000
/** A working day: begins after half past five, ends before eight in the evening, with a rest at noon. */
const hours = { begin: 5.5, end: 19.5, rest: 11.75 } as const
const restMs = 30 * minuteMs
const spreadMinutes = 30
/** One of so many files was kept because of an alarm. */
const alarmEvery = 11

/** What is there of a channel at `now`, in order of time. A file that is being written is not listed. */
export function recordingsOf(sim: string, channel: number, now: number): readonly KeptRecording[] {
  const today = Math.floor((now + zoneMs) / dayMs)
  return Array.from({ length: keptDays + 1 }, (_, ago) => today - keptDays + ago).flatMap((day) =>
    filesOf(Number(sim.slice(-6)) + day * 101, channel, day * dayMs - zoneMs).filter(
      ({ from, to }) => to <= now && from >= now - keptDays * dayMs,
    ),
  )
}

function filesOf(seed: number, channel: number, midnight: number): KeptRecording[] {
  const shift = (seed % spreadMinutes) * minuteMs
  const begin = midnight + hours.begin * 3_600_000 + shift
  const end = midnight + hours.end * 3_600_000 + shift
  const rest = midnight + hours.rest * 3_600_000 + shift
  const stretches = [
    [begin, rest],
    [rest + restMs, end],
  ] as const
  return stretches.flatMap(([from, to]) =>
    Array.from({ length: Math.ceil((to - from) / fileMs) }, (_, at): KeptRecording => {
      const fileFrom = from + at * fileMs
      const fileTo = Math.min(to, fileFrom + fileMs)
      const scene = (seed + channel * 37 + at * 13) % 17
      const isAlarm = (seed + at * 7 + Math.floor((from - midnight) / restMs)) % alarmEvery === 0
      return { from: fileFrom, to: fileTo, isAlarm, bytes: Math.round(((fileTo - fileFrom) / 1_000) * bytesASecond * (0.85 + scene / 60)) }
    }),
  )
}
