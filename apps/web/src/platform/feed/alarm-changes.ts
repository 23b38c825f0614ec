import { useFeed } from './feed.ts'

/** Many alarms at once are read again together. */
const togetherMs = 400

/** Calls `refresh` when an alarm was raised, escalated, handled or superseded: at once, then at most every 400 ms. Ends with the answer. */
export const onAlarmChange = (refresh: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  const run = (): void => {
    refresh()
    timer = setTimeout(() => {
      timer = undefined
      if (!again) return
      again = false
      run()
    }, togetherMs)
  }
  const stop = useFeed.subscribe((now, before) => {
    if (now.alarms === before.alarms) return
    if (timer === undefined) run()
    else again = true
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}
