import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeProblems } from './axe.ts'
import { eventually } from './eventually.ts'
import { setUpHarness } from './browser-harness.ts'

const harness = setUpHarness()

/** Something of each kind that the dashboard counts, and hours since the administrator was last there. */
async function aBusyNight(): Promise<void> {
  const { pool } = harness.product.database
  await pool.query(
    `INSERT INTO alarm (truck_id, organisation_id, type, started_at, object, name, grade, live, properties)
     SELECT id, organisation_id, type, now() - make_interval(mins => 5 + n), 500 + n, 'cover-opened', grade, false, '{}'
     FROM (SELECT id, organisation_id FROM truck ORDER BY id LIMIT 3) t,
       (VALUES (1, 1, 'red'), (2, 202, 'black'), (3, 2, 'yellow'), (4, 12, 'yellow')) AS a (n, type, grade)`,
  )
  await pool.query(
    `UPDATE alarm SET handled_at = now() - interval '2 minutes', handled_by = (SELECT id FROM app_user WHERE user_name = 'dispatcher1'),
       handle_result = '误报', exception_type = 'human' WHERE type = 2`,
  )
  await pool.query(
    `UPDATE truck_state SET contact_at = now() - make_interval(hours => (truck_id % 2) * 30 + 2) WHERE truck_id IN (SELECT id FROM truck ORDER BY id DESC LIMIT 4)`,
  )
  await pool.query(
    `INSERT INTO shift_handover (organisation_id, handed_at, handed_by, note, black, red, yellow)
     SELECT organisation_id, now() - interval '1 hour', id, '两辆车在虞山站等待卸油，高损耗一起已通知车队。', 3, 3, 0 FROM app_user WHERE user_name = 'dispatcher1'`,
  )
  await pool.query(`UPDATE session SET seen_at = now() - interval '9 hours'`)
}

const rowCount = async (page: Page): Promise<number> => {
  const words = await page.locator('.pages-total:visible').first().innerText()
  return Number(/[\d,]+/.exec(words)?.[0].replaceAll(',', ''))
}

test('[D-15] every number of the dashboard opens a list of so many rows, and the whole dashboard is seen at 1440 × 900 in both languages and themes', async () => {
  await (await harness.signedIn('admin', { path: 'dashboard' })).context().close()
  await aBusyNight()
  for (const language of ['zh-CN', 'en-US'] as const) {
    const page = await harness.signedIn('admin', { path: 'dashboard', language })
    await page.locator('.dashboard-since').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.reload()
      await page.locator('.dashboard-since').waitFor()
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height })
        const sizes = await page.locator('.dashboard').evaluate((box) => ({
          over: box.scrollHeight - box.clientHeight,
          sideways: box.scrollWidth - box.clientWidth,
        }))
        expect(sizes.sideways, `${language} ${width}`).toBeLessThanOrEqual(0)
        if (width === 1440) expect(sizes.over, `${language} ${colorScheme}`).toBeLessThanOrEqual(0)
        if (process.env['SEE'] !== undefined)
          await page.screenshot({ path: `${process.env['SEE']}/${language}-${colorScheme}-${width}.png` })
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    if (language === 'en-US') {
      expect(await axeProblems(page)).toEqual([])
      continue
    }
    const links = page.locator('.dashboard .dashboard-count')
    const found = await links.evaluateAll((all) =>
      all.map((link) => ({ count: (link as HTMLElement).innerText, to: (link as HTMLAnchorElement).href })),
    )
    expect(found.length).toBeGreaterThan(15)
    for (const { count, to } of found) {
      await page.goto(to)
      await page.locator('.pages-total:visible').first().waitFor()
      if (!/^[\d,]+$/.test(count)) continue
      await eventually(() => rowCount(page)).toBe(Number(count.replaceAll(',', '')))
    }
  }
}, 180_000)
