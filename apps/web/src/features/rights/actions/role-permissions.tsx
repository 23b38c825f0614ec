import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'

/** Leads to the permissions of a role. */
const RolePermissionsLink = ({ row, onClose }: ActionProps) => {
  const navigate = useNavigate()
  const leave = useEffectEvent(() => {
    onClose()
    void navigate({ to: '/setting/privilege_account/role_function', search: { role: idOf(row) } })
  })
  useEffect(() => leave(), [])
  return null
}

export default opens(RolePermissionsLink)
