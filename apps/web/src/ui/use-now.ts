import { useEffect, useState } from 'react'

/** The time, anew every so many milliseconds: for texts like "2 minutes ago". */
export const useNow = (everyMs: number): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
