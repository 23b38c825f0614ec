import { endpoint } from '../endpoint.ts'
import { RESULT } from '../envelope.ts'
import { acceptGaugeCorrection, gaugeLearning, gaugeLearningAsked } from '../gauge-learning.ts'

export const gaugeLearningCalls = {
  read: endpoint({
    method: 'GET',
    path: '/gaugeLearning',
    policy: { permission: 'cargo_monitor/data_analysis/gauge_learning' },
    summary: 'Get the learning result of one compartment’s gauge: estimates, proposed correction, and each load against the fit',
    input: gaugeLearningAsked,
    answer: gaugeLearning,
  }),
  learn: endpoint({
    method: 'POST',
    path: '/gaugeLearning/learn',
    policy: { permission: 'cargo_monitor/data_analysis/gauge_learning' },
    summary: 'Recompute the gauges of a compartment’s truck, including today’s loads',
    input: gaugeLearningAsked,
    answer: gaugeLearning,
    audit: { exempt: 'computes again what stands in other rows' },
  }),
  accept: endpoint({
    method: 'POST',
    path: '/gaugeLearning/accept',
    policy: { permission: 'gauges:accept' },
    summary: 'Accept a proposed correction: creates a new tank table on the platform, or records a temperature correction; sends nothing',
    input: acceptGaugeCorrection,
    answer: gaugeLearning,
    audit: 'history',
    refusals: [RESULT.conflict],
  }),
}
