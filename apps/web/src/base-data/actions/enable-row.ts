import { switchTo } from '../switch-status.ts'

export default switchTo('enabled')
