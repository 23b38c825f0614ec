import type { ReportView } from '@tanker/contract/report-view'
import { Link } from '@tanstack/react-router'
import { useScreenAddress } from '../platform/screen-frame/screen-address.ts'

/** The reports of one screen beside each other; what was asked goes along as far as the other has the same filters. */
export const ReportTabs = ({ view }: { view: ReportView }) => {
  const { path: screen, search } = useScreenAddress()
  if (view.tabs.length === 0) return null
  return (
    <nav className="report-tabs">
      {view.tabs.map(({ path, label }) => (
        <Link
          key={path}
          to={`/${screen}`}
          search={{ tab: path, ...(search['filters'] === undefined ? {} : { filters: search['filters'] }) }}
          aria-current={path === view.path ? 'page' : undefined}
          activeProps={{}}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
