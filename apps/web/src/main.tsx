import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { shareRenewals } from './calls/renewal.ts'
import { borrowSession, lendSession } from './calls/shared-session.ts'
import { language, PRODUCT_TITLE, text } from './language.ts'
import { router } from './router.tsx'
import './ui/base.css'
import { startScreenScale } from './ui/screen-scale.ts'
import { startTheme } from './ui/theme.ts'

document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
document.title = text(PRODUCT_TITLE)
startTheme()
startScreenScale()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
await borrowSession()
lendSession()
shareRenewals()
createRoot(root).render(<RouterProvider router={router} />)
