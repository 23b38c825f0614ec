import { useEffect, useState } from 'react'
import type { Spell } from './find-names.ts'

/** How names are spelt, from the moment that something is searched; null while the dictionary is being loaded. */
export function useSpelling(isSearching: boolean): Spell {
  const [spell, setSpell] = useState<Spell>(null)
  useEffect(() => {
    if (!isSearching) return
    let wanted = true
    void import('./spelling.ts').then(
      ({ spellingsOf }) => {
        if (wanted) setSpell(() => spellingsOf)
      },
      // Without it, names are found by their characters.
      () => {
        if (wanted) setSpell(() => () => [])
      },
    )
    return () => {
      wanted = false
    }
  }, [isSearching])
  return spell
}
