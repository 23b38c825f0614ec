export { FEATURES } from '../../../app.ts'
