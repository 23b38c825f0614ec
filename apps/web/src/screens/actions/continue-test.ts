import { openRowPage } from '../row-pages.ts'

export default openRowPage()
