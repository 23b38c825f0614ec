import { useEffect, useState } from 'react'

/** The current time, updated at an interval in milliseconds: for texts like "2 minutes ago". */
export const useNow = (everyMs: number): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
