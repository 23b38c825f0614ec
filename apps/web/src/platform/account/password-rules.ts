import type { Text } from '@tanker/domain/texts/text'

export type PasswordForm = { readonly old: string; readonly fresh: string; readonly again: string }

const leastCharacters = 6

const PROBLEMS = {
  none: { zh: '请输入密码', en: 'Please enter password' },
  short: { zh: `密码至少 ${leastCharacters} 位`, en: `The password needs at least ${leastCharacters} characters` },
  again: { zh: '请再次输入密码', en: 'Please enter the password again' },
  differ: { zh: '两次输入的密码不一致', en: 'The passwords differ' },
} as const satisfies Record<string, Text>

/** What is wrong with a new password; undefined when nothing is. */
export const passwordProblem = (password: string): Text | undefined =>
  password === '' ? PROBLEMS.none : [...password].length < leastCharacters ? PROBLEMS.short : undefined

const freshProblem = (fresh: string): { fresh?: Text } => {
  const problem = passwordProblem(fresh)
  return problem ? { fresh: problem } : {}
}

/** What is wrong with the form, by field (spec 5.1). Whether the old password is right, the server alone knows. */
export function passwordProblems({ old, fresh, again }: PasswordForm): Partial<Record<keyof PasswordForm, Text>> {
  return {
    ...(old === '' ? { old: PROBLEMS.none } : {}),
    ...freshProblem(fresh),
    ...(again === '' ? { again: PROBLEMS.again } : again !== fresh ? { again: PROBLEMS.differ } : {}),
  }
}
