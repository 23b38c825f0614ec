export { noAnchor } from './gauges/anchor.ts'
