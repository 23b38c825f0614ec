import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { shareRenewals } from './platform/calls/renewal.ts'
import { borrowSession, lendSession } from './platform/calls/shared-session.ts'
import { language, PRODUCT_TITLE, text } from './platform/language.ts'
import { router } from './router.tsx'
import './platform/ui/base.css'
import { startScreenScale } from './platform/ui/screen-scale.ts'
import { startTheme } from './platform/ui/theme.ts'

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
