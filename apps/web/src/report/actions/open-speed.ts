import { opens } from '../actions.ts'
import { RowDrawer } from '../row-drawer.tsx'

export default opens(RowDrawer)
