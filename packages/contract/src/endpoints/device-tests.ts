import { endpoint } from '../endpoint.ts'
import { deviceTest, deviceTestAsked, endDeviceTest, enterDeviceStep, startDeviceTest, startedDeviceTest } from '../device-tests.ts'
import { RESULT } from '../envelope.ts'

export const deviceTestCalls = {
  read: endpoint({
    method: 'GET',
    path: '/deviceTests',
    policy: { permission: 'setting/base_data/test' },
    summary: 'One test of a truck’s devices with its steps; an open one as the truck’s reports judge it now',
    input: deviceTestAsked,
    answer: deviceTest,
    refusals: [RESULT.conflict],
  }),
  start: endpoint({
    method: 'POST',
    path: '/deviceTests/start',
    policy: { permission: 'tests:run' },
    summary: 'Start a device test of a truck, or resume the caller’s open test; refused while another user tests the truck',
    input: startDeviceTest,
    answer: startedDeviceTest,
    audit: 'history',
  }),
  step: endpoint({
    method: 'POST',
    path: '/deviceTests/step',
    policy: { permission: 'tests:run' },
    summary: 'Keeps a judgement by hand or a level off the dip stick',
    input: enterDeviceStep,
    answer: deviceTest,
    audit: 'history',
  }),
  end: endpoint({
    method: 'POST',
    path: '/deviceTests/end',
    policy: { permission: 'tests:run' },
    summary: 'Ends a test: its result and report number stand from then on',
    input: endDeviceTest,
    answer: deviceTest,
    audit: 'history',
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/deviceTests/cancel',
    policy: { permission: 'tests:run' },
    summary: 'Cancel an open device test, also of another user',
    input: deviceTestAsked,
    answer: deviceTest,
    audit: 'history',
  }),
}
