import { useEffect, useState } from 'react'
import type { Spell } from './find-names.ts'

/** How names are spelt, from the moment that something is searched; null while the dictionary is being loaded, or cannot be. */
export function useSpelling(isSearching: boolean): Spell {
  const [spell, setSpell] = useState<Spell>(null)
  useEffect(() => {
    if (!isSearching) return
    let wanted = true
    void import('./spelling.ts').then(
      ({ spellingsOf }) => {
        if (wanted) setSpell(() => spellingsOf)
      },
      () => {}, // without it, names are found by their characters
    )
    return () => {
      wanted = false
    }
  }, [isSearching])
  return spell
}
