import { PASSWORD_SLOT_S, PASSWORD_VALIDITIES_MIN } from '@tanker/contract/truck-passwords'

/** When a password counts. `slot`: its begin as a number of slots since 1970; `validity`: place in `PASSWORD_VALIDITIES_MIN`. */
export type PasswordTerm = { readonly slot: number; readonly validity: number }

export const slotMs = PASSWORD_SLOT_S * 1000
const minuteMs = 60_000

/** From the begin of the slot until a slot after the validity: one issued late in a slot has its whole validity. */
export const datesOf = ({ slot, validity }: PasswordTerm): { readonly from: Date; readonly to: Date } => ({
  from: new Date(slot * slotMs),
  to: new Date((slot + 1) * slotMs + (PASSWORD_VALIDITIES_MIN[validity] ?? 0) * minuteMs),
})

/** The inverse of `datesOf`, for a stored password. */
export function termOf(password: { readonly valid_from: Date; readonly valid_to: Date }): PasswordTerm {
  const [from, to] = [password.valid_from.getTime(), password.valid_to.getTime()]
  const minutes = (to - from - slotMs) / minuteMs
  return { slot: from / slotMs, validity: PASSWORD_VALIDITIES_MIN.findIndex((one) => one === minutes) }
}
