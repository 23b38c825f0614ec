export { COMMANDS } from '../../../app.ts'
