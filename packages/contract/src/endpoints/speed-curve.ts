import { endpoint } from '../endpoint.ts'
import { speedCurve, speedCurveAsked } from '../speed-curve.ts'

export const speedCurveCalls = {
  read: endpoint({
    method: 'GET',
    path: '/trucks/speed-curve',
    policy: 'session',
    summary: 'Get speeds and places of a truck over some hours',
    input: speedCurveAsked,
    answer: speedCurve,
  }),
}
