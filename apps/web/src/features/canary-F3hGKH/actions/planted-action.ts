import { runs } from '../../../report/actions.ts'
export default runs(() => undefined)
