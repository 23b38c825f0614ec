import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RESULT } from '../envelope.ts'
import {
  DUTIES,
  loginAnswer,
  loginRequest,
  loginSettings,
  menus,
  passwordChange,
  renewedSession,
  seenAddress,
  userPrivileges,
} from '../session.ts'

export const accessCalls = {
  loginSettings: endpoint({
    method: 'GET',
    path: '/loginSettings',
    policy: 'public',
    summary: 'Settings of the sign-in page; no session needed',
    input: null,
    answer: loginSettings,
  }),
  seenAddress: endpoint({
    method: 'GET',
    path: '/getIp',
    policy: 'public',
    summary: 'The client address as the server sees it',
    input: null,
    answer: seenAddress,
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/login',
    policy: 'public',
    summary: 'Signs in; the session cookie comes with the answer. Result code 428: a code is needed, see /login/code',
    input: loginRequest,
    answer: loginAnswer,
    audit: 'access',
    refusals: [RESULT.codeNeeded],
  }),
  signOut: endpoint({
    method: 'GET',
    path: '/loginOut',
    policy: 'session',
    summary: 'Signs out',
    input: null,
    answer: z.null(),
    audit: 'access',
    whileOwing: DUTIES,
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/userInfoPwd',
    policy: 'session',
    summary: 'Changes the user’s own password; renews the secrets of this session and ends the user’s other sessions',
    input: passwordChange,
    answer: renewedSession,
    audit: 'access',
    whileOwing: ['password'],
  }),
  privileges: endpoint({
    method: 'GET',
    path: '/userPri',
    policy: 'session',
    summary: 'Permissions and organisations of the user, and its alarm settings',
    input: null,
    answer: userPrivileges,
  }),
  menus: endpoint({
    method: 'GET',
    path: '/menus',
    policy: 'session',
    summary: 'The menu of the user’s role',
    input: null,
    answer: menus,
  }),
}
