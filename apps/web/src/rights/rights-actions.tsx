import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { CustomActionProps } from '../base-data/custom-action-props.ts'
import { CopyRoleDialog } from './copy-role-dialog.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { ResetPasswordDialog } from './reset-password-dialog.tsx'
import { SecondFactorDialog } from './second-factor-dialog.tsx'
import { SessionsDialog } from './sessions-dialog.tsx'

/** Leads to the functions of a role. */
const RoleFunctionsLink = ({ row, onClose }: CustomActionProps) => {
  const navigate = useNavigate()
  const leave = useEffectEvent(() => {
    onClose()
    void navigate({ to: '/setting/privilege_account/role_function', search: { role: String(row['id']) } })
  })
  useEffect(() => leave(), [])
  return null
}

export const RoleAction = (props: CustomActionProps) =>
  props.action === 'functions' ? <RoleFunctionsLink {...props} /> : props.action === 'copy' ? <CopyRoleDialog {...props} /> : null

export const UserAction = (props: CustomActionProps) => {
  switch (props.action) {
    case 'password':
      return <ResetPasswordDialog {...props} />
    case 'second-factor':
      return <SecondFactorDialog {...props} />
    case 'sessions':
      return <SessionsDialog {...props} />
    case 'keys':
      return <KeysDialog {...props} />
    default:
      return null
  }
}
