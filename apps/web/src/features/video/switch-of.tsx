type SwitchOfProps<T extends string | number> = {
  readonly label: string
  readonly offered: readonly T[]
  readonly value: T
  readonly words: (one: T) => string
  readonly onChange: (chosen: T) => void
}

/** One of a few, side by side. */
export const SwitchOf = <T extends string | number>({ label, offered, value, words, onChange }: SwitchOfProps<T>) => (
  <div className="switch" role="group" aria-label={label}>
    {offered.map((one) => (
      <button key={one} type="button" aria-pressed={one === value} onClick={() => onChange(one)}>
        {words(one)}
      </button>
    ))}
  </div>
)
