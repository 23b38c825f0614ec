import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  describedViewAdded,
  describedViewChanged,
  namedViews,
  viewAdded,
  viewChanged,
  viewDefault,
  viewRemoved,
  viewShared,
} from '../named-views.ts'
import { roleChoices } from '../rights.ts'

const sharing = { permission: 'views:share' } as const

export const namedViewCalls = {
  list: endpoint({
    method: 'GET',
    path: '/namedViews',
    policy: 'session',
    summary: 'List the views that the user may open',
    input: null,
    answer: namedViews,
  }),
  add: endpoint({
    method: 'POST',
    path: '/namedViews',
    policy: 'session',
    summary: 'Save what a list shows as a view; a refusal has the errors by field',
    input: viewAdded,
    describedInput: describedViewAdded,
    answer: z.object({ id: z.number().int() }),
    audit: 'history',
  }),
  change: endpoint({
    method: 'PUT',
    path: '/namedViews',
    policy: 'session',
    summary: 'Rename one of the user’s views, or save what it shows',
    input: viewChanged,
    describedInput: describedViewChanged,
    answer: z.null(),
    audit: 'history',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/namedViews',
    policy: 'session',
    summary: 'Delete one of the user’s views',
    input: viewRemoved,
    answer: z.null(),
    audit: 'history',
  }),
  setDefault: endpoint({
    method: 'PUT',
    path: '/namedViews/default',
    policy: 'session',
    summary: 'Choose the view with which a list opens',
    input: viewDefault,
    answer: z.null(),
    audit: { exempt: 'a setting of this user’s own screen' },
  }),
  roles: endpoint({
    method: 'GET',
    path: '/namedViews/roles',
    policy: sharing,
    summary: 'The roles with which the user may share a view',
    input: null,
    answer: roleChoices,
  }),
  share: endpoint({
    method: 'PUT',
    path: '/namedViews/roles',
    policy: sharing,
    summary: 'Choose the roles with which one of the user’s views is shared',
    input: viewShared,
    answer: z.null(),
    audit: 'history',
  }),
}
