import type { Locator } from 'playwright-core'

/** Does something with a row of base data; on a phone it stands behind the row's one button. */
export async function clickInRow(row: Locator, name: string): Promise<void> {
  const action = row.getByRole('button', { name, exact: true })
  const more = row.getByRole('button', { name: /^(操作|Actions)$/ })
  await action.or(more).first().waitFor()
  if ((await more.count()) > 0) await more.click()
  await action.click()
}
