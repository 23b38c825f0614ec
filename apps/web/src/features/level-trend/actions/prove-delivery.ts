import { idOf, runs } from '../../../report/actions.ts'
import { deliveryIn } from '../trip-charts.ts'

/** In a tab of its own, which shows what this one's user may see. The numbers before the second dash are the delivery. */
export default runs(({ row, address }) => {
  if (deliveryIn(idOf(row)) === null) return
  const [truck, started] = idOf(row).split('-')
  window.open(`/${address.path}?delivery=${truck}-${started}`, '_blank')
})
