import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NoTotalsNotice } from './no-totals-notice.tsx'

const [summed, plain] = [{ total: true }, { total: false }]

test('a list too long to be summed up says why its totals are missing; one without totals, or that was counted, says nothing', () => {
  const says = renderToStaticMarkup(<NoTotalsNotice columns={[plain, summed]} moreThan={100_000} />)
  expect(says).toContain('100,000')
  expect(renderToStaticMarkup(<NoTotalsNotice columns={[plain]} moreThan={100_000} />)).toBe('')
  expect(renderToStaticMarkup(<NoTotalsNotice columns={[summed]} moreThan={null} />)).toBe('')
})
