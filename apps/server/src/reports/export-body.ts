import type { reportExport } from '@tanker/contract/report-view'
import type { AnyReport } from '@tanker/reports/define-report'
import type { z } from 'zod'
import { errors } from '../platform/http/errors.ts'
import type { ReportExport } from './export-report.ts'

/** The body of an export has its filters by name among the fields. */
export const exportOf = (report: AnyReport, body: z.output<typeof reportExport>): ReportExport => {
  const { headers, fields, language, format, fileName, rateUnit, fromAlarm, picked, sortBy, sortOrder, ...filters } = body
  const values = Object.entries(filters).map(([name, value]) => [name, parsedFilter(report, name, value)])
  return {
    headers,
    fields,
    language,
    format,
    fileName,
    rateUnit,
    fromAlarm,
    picked,
    sortBy,
    sortOrder,
    filters: JSON.stringify(Object.fromEntries(values)),
  }
}

function parsedFilter(report: AnyReport, name: string, value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    const label = report.filters[name]?.label
    throw errors.badInput({ zh: `${label?.zh ?? name}应为 JSON 文本。`, en: `${label?.en ?? name} must be JSON text.` })
  }
}
