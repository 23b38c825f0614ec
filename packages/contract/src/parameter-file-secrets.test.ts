import { DEVICE_FILES } from '@tanker/parameters/device-files'
import { secretsOf } from '@tanker/parameters/secrets'
import { expect, test } from 'vitest'
import { FILES_WITH_SECRETS } from './parameter-file-secrets.ts'

test('the files that cannot be downloaded are those with secrets', () => {
  expect(FILES_WITH_SECRETS).toEqual(DEVICE_FILES.filter((file) => secretsOf(file).length > 0).map(({ number }) => String(number)))
})
