import { defineAction } from './define-action.ts'

const permission = 'passwords:issue'

export const issuePassword = defineAction({
  name: 'issue-password',
  buttons: { list: { zh: '生成密码', en: 'Issue a password' } },
  permission,
  primary: true,
})

export const revokePassword = defineAction({
  name: 'revoke-password',
  buttons: { row: { zh: '作废', en: 'Revoke' } },
  permission,
  appliesTo: ({ state }: { readonly state: string }) => state === 'unused' || state === 'not-yet',
})

export const setUpPasswordKeys = defineAction({
  name: 'set-up-password-keys',
  buttons: { list: { zh: '设置密钥', en: 'Set up keys' } },
  permission,
  primary: true,
})
