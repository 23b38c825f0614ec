import { idOf, runs } from '../../../report/actions.ts'

/** In a tab of its own, which shows what this one's user may see. The numbers before the second dash are the test. */
export default runs(({ row, address }) => {
  const [truck, started] = idOf(row).split('-')
  window.open(`/${address.path}?test=${truck}-${started}`, '_blank')
})
