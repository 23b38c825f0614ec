import { openRowPage } from '../row-pages.ts'

export default openRowPage({ print: '1' })
