export { loadAction } from '../../../screens/load-action.ts'
