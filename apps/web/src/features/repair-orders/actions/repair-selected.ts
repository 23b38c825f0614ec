import { opens } from '../../../report/actions.ts'
import { NewOrders } from '../new-orders.tsx'

export default opens(NewOrders)
