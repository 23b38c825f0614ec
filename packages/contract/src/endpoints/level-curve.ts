import { endpoint } from '../endpoint.ts'
import { levelCurve, levelCurveAsked } from '../level-curve.ts'

export const levelCurveCalls = {
  read: endpoint({
    method: 'GET',
    path: '/trucks/level-curve',
    policy: 'session',
    summary: 'Get level and volume of every compartment of a truck over some hours',
    input: levelCurveAsked,
    answer: levelCurve,
  }),
}
