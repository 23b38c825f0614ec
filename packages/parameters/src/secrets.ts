import type { DeviceFile } from './define-device-file.ts'

/** The keys of secrets; only fields of a file itself are secret. */
export const secretsOf = ({ fields }: Pick<DeviceFile, 'fields'>): readonly string[] =>
  fields.filter(({ content }) => content.type === 'text' && content.secret === true).map(({ key }) => key)
